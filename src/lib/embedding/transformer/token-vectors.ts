import type { TokenVectors } from '$lib/retrieval/rankers/late-interaction';
import type { Task } from '$lib/serbench/task';
import type { TextKind } from '../encoder';
import { ModelFileError } from '../errors';
import { encodeCut, type Tokenizer } from '../tokenizer';
import type { Sequence } from './feeds';
import type { LateSettings, Projection } from './late-settings';
import { normaliseRows } from './pooling';
import type { Session } from './session';
import type { TransformerSettings } from './settings';

/** What reading a text as token vectors needs of an open model. */
export interface TokenReader {
  tokenizer: Tokenizer;
  session: Session;
  output: string;
  settings: TransformerSettings;
  /** Null: the model's files know nothing of late interaction. */
  late: LateSettings | null;
}

/**
 * One unit vector a token. A model of ColBERT's kind is read as its files say: marker, length, a query filled up with
 * mask tokens, a document without its punctuation, states projected. Any other model gives its last states, the
 * special tokens left out.
 */
export async function readTokenVectors(
  reader: TokenReader,
  texts: readonly string[],
  kind: TextKind,
  task: Task,
): Promise<TokenVectors[]> {
  const out: TokenVectors[] = [];
  for (const text of texts) {
    await task.checkpoint();
    const read =
      reader.late === null
        ? plainSequence(reader, text, kind)
        : lateSequence(reader, reader.late, text, kind);
    const { data, dims } = await reader.session.run([read.sequence], reader.output);
    const states = { data, size: dims[2] ?? 0 };
    out.push(select(project(states, reader.late), read.kept));
    task.progress({ done: out.length, total: texts.length, unit: 'texts' });
  }
  return out;
}

interface Reading {
  sequence: Sequence;
  /** Places whose vectors are compared. */
  kept: number[];
}

function plainSequence({ tokenizer, settings }: TokenReader, text: string, kind: TextKind): Reading {
  const { start, end } = tokenizer.special;
  const { ids } = encodeCut(tokenizer, settings.prefix[kind] + text, settings.limit);
  const kept = Array.from(ids.keys()).slice(start === null ? 0 : 1, end === null ? undefined : -1);
  return { sequence: { ids }, kept };
}

function lateSequence(
  { tokenizer, settings }: TokenReader,
  late: LateSettings,
  text: string,
  kind: TextKind,
): Reading {
  const marker = late.marker[kind];
  const room = late.length[kind] - (marker === null ? 0 : 1);
  const ids = [...encodeCut(tokenizer, settings.prefix[kind] + text, room).ids];
  if (marker !== null) ids.splice(tokenizer.special.start === null ? 0 : 1, 0, marker);
  if (kind === 'document') {
    const kept = ids.flatMap((id, at) => (late.skip.has(id) ? [] : [at]));
    return { sequence: { ids: Int32Array.from(ids) }, kept };
  }
  const own = ids.length;
  if (late.expansion !== null) while (ids.length < late.length.query) ids.push(late.expansion);
  const sequence = { ids: Int32Array.from(ids), ...(late.attend ? {} : { attended: own }) };
  return { sequence, kept: Array.from(ids.keys()) };
}

interface States {
  data: Float32Array;
  size: number;
}

/** The model's own projection, unless its ONNX file has done it already. */
function project(states: States, late: LateSettings | null): States {
  if (late === null || states.size === late.size) return states;
  const { projection } = late;
  if (projection?.from === states.size)
    return { data: multiply(states.data, projection), size: projection.size };
  // No size is stated and no projection lies beside the model: what comes out is what it has.
  if (late.size === null) return states;
  throw new ModelFileError(
    late.file,
    `token vectors of ${late.size} numbers; the ONNX file gives ${states.size}, and 1_Dense/model.safetensors, which would project them, is ${projection === null ? 'missing' : `for ${projection.from}`}.`,
  );
}

function multiply(states: Float32Array, { weights, from, size }: Projection): Float32Array {
  const tokens = states.length / from;
  const out = new Float32Array(tokens * size);
  for (let token = 0; token < tokens; token += 1)
    for (let row = 0; row < size; row += 1) {
      let sum = 0;
      for (let d = 0; d < from; d += 1)
        sum += (states[token * from + d] as number) * (weights[row * from + d] as number);
      out[token * size + row] = sum;
    }
  return out;
}

function select({ data, size }: States, kept: readonly number[]): TokenVectors {
  const vectors = new Float32Array(kept.length * size);
  kept.forEach((at, row) => vectors.set(data.subarray(at * size, (at + 1) * size), row * size));
  return { dimensions: size, vectors: normaliseRows(vectors, size) };
}
