import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Page } from '@playwright/test';

/** Drops on the page's file target what `make`, a source text run in the page, gives as transfer items. */
export const drop = (page: Page, make: string) =>
  page.evaluate((source) => {
    const items = (new Function(`return ${source}`) as () => unknown)();
    const event = new Event('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(event, 'dataTransfer', { value: { items } });
    document.querySelector('.drop')?.dispatchEvent(event);
  }, make);

/** A dropped folder. */
export const FOLDER = `[{ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true }), getAsFile: () => null }]`;

/** A dropped items file of so many times 10 MB, made in the page; all of its states have one name. */
export function manyItems(tens: number): string {
  const unit = `{"evidence_id":"a","content_excerpt":"${'x'.repeat(1000)}"}`;
  const item = `{"state_id":"s","candidate_evidence":[${unit}]}\\n`;
  return `[{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => {
    const line = '${item}';
    const part = new Blob([line.repeat(Math.ceil(1e7 / line.length))]);
    return new File(Array.from({ length: ${tens} }, () => part), 'items.jsonl');
  } }]`;
}

/** 1 GB of blanks, packed into 1 MB. */
export async function gzipBomb(): Promise<Buffer> {
  const blanks = Readable.from(
    (function* () {
      const piece = Buffer.alloc(1 << 20, 32);
      for (let i = 0; i < 1024; i += 1) yield piece;
    })(),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of blanks.pipe(createGzip())) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
