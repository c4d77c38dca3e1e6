import { Message, type MessageHeader, type Schema } from 'apache-arrow';
import { BufferRegion, FieldNode, RecordBatch } from 'apache-arrow/ipc/metadata/message';
import type { ColumnParts } from './column-builder';

/** Arrow's messages and buffers start at multiples of this. */
const ALIGN = 8;
const aligned = (length: number): number => (length + ALIGN - 1) & -ALIGN;

const CONTINUATION = -1;
const PREFIX = 8;

/** A message's metadata as it stands in a stream: continuation mark, length, flatbuffer, padding. */
function framed(message: Message<MessageHeader>): Uint8Array {
  const metadata = Message.encode(message);
  const bytes = new Uint8Array(aligned(PREFIX + metadata.length));
  new DataView(bytes.buffer).setInt32(0, CONTINUATION, true);
  new DataView(bytes.buffer).setInt32(4, bytes.length - PREFIX, true);
  bytes.set(metadata, PREFIX);
  return bytes;
}

/** The first message of every stream of a schema. */
export const schemaMessage = (schema: Schema): Uint8Array => framed(Message.from(schema));

const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

/**
 * An Arrow IPC stream of one record batch: schema, batch, end mark. The columns' buffers are copied once, straight to
 * their places; the result's buffer is its own and holds nothing else.
 */
export function writeStream(
  schema: Uint8Array,
  rows: number,
  columns: readonly ColumnParts[],
): Uint8Array<ArrayBuffer> {
  const buffers = columns.flatMap(({ bitmap, values }) => [bitmap, ...values].map(bytesOf));
  let body = 0;
  const regions = buffers.map(({ length }) => {
    const region = new BufferRegion(body, length);
    body += aligned(length);
    return region;
  });
  const nodes = columns.map(({ nullCount }) => new FieldNode(rows, nullCount));
  const head = framed(Message.from(new RecordBatch(rows, nodes, regions), body));
  const start = schema.length + head.length;
  const stream = new Uint8Array(start + body + PREFIX);
  stream.set(schema);
  stream.set(head, schema.length);
  buffers.forEach((buffer, i) => stream.set(buffer, start + (regions[i]?.offset ?? 0)));
  new DataView(stream.buffer).setInt32(start + body, CONTINUATION, true);
  return stream;
}
