import { readBundle } from '$lib/complement/export/read-bundle';
import { bundlePieces } from '$lib/complement/export/bundle';
import { ReplayFault } from '$lib/complement/replay/replay-calls';
import { unzipBundle, zipPieces } from '$lib/llm/run/zip';
import { ZipFault } from '$lib/llm/run/zip-entries';
import { ABOUT, batch } from '../../unit/complement/batch-fixtures';
import { digest, makeState } from '../../unit/complement/fixtures';

interface Sound {
  zip: Uint8Array;
  files: Map<string, string>;
}

let made: Promise<Sound> | null = null;

/** A sound export of two states, made once. */
async function makeSound(): Promise<Sound> {
  async function* states() {
    for (const name of ['s0', 's1']) yield await Promise.resolve(makeState(10, { state_id: name }));
  }
  const { store, input } = await batch({ states: states() });
  const pieces = bundlePieces([...store.outcomes.values()], 2, input.setting, store.find, ABOUT);
  const zip = await zipPieces(pieces);
  return { zip: new Uint8Array(await zip.arrayBuffer()), files: await unzipBundle(zip) };
}

const LIMIT = 5_000_000;

/** Bytes flipped, cut, doubled or overwritten. */
function damage(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = () => Math.floor(random() * bytes.length);
  if (random() < 0.1) return bytes.slice(0, at());
  const copy = bytes.slice();
  for (let n = 0; n <= random() * 6; n += 1) {
    // Half of the changes fall into the list of files at the end, where sizes and flags are.
    const place = random() < 0.5 ? Math.max(0, bytes.length - 1 - Math.floor(random() * 500)) : at();
    copy[place] = Math.floor(random() * 256);
  }
  return copy;
}

/** Parts of a text removed, repeated or replaced by what JSON files should not hold there. */
function garble(text: string, random: () => number): string {
  const ODD = [
    'null',
    '{}',
    '[]',
    '-1',
    '1e999',
    '"__proto__"',
    '"\\ud800"',
    '',
    '\n',
    '9e14',
    'true',
    '"x"',
  ];
  const tokens = text.split(/("(?:[^"\\]|\\.)*"|-?\d+|[{}[\],:\n])/);
  const at = Math.floor(random() * tokens.length);
  const odd = ODD[Math.floor(random() * ODD.length)] ?? '';
  tokens.splice(
    at,
    random() < 0.5 ? 1 : 0,
    random() < 0.3 ? (tokens[Math.floor(random() * tokens.length)] ?? '') : odd,
  );
  return tokens.join('');
}

/** Damaged and garbled exports: taken whole, or refused by a fault that names what is wrong. */
export const zips = {
  name: 'zips',
  async run(random: () => number): Promise<void> {
    made ??= makeSound();
    const sound = await made;
    try {
      if (random() < 0.5) {
        const bytes = damage(sound.zip, random);
        await readBundle(await unzipBundle(new Blob([new Uint8Array(bytes)]), LIMIT), digest);
      } else {
        const names = [...sound.files.keys()];
        const name = names[Math.floor(random() * names.length)] ?? '';
        const files = new Map(sound.files).set(name, garble(sound.files.get(name) ?? '', random));
        await readBundle(files, digest);
      }
    } catch (error) {
      const told = error instanceof ReplayFault || error instanceof ZipFault;
      if (!told || error.message.trim() === '') throw error;
    }
  },
};
