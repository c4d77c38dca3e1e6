import { readFile } from 'node:fs/promises';
import { webcrypto } from 'node:crypto';
import { join } from 'node:path';
import { digestWith } from '$lib/complement/canonical';
import { BUNDLE_FILES } from '$lib/complement/export/bundle';
import { readBundle } from '$lib/complement/export/read-bundle';
import { ReplayFault } from '$lib/complement/replay/replay-calls';
import { guarded, writeText } from './files';
import { CliError, readOptions } from './options';
import { checkOutputs } from './output';

export const help = `replay --traces DIR --out F
    Runs the stages again over the traces that "run" (or an unpacked export) left in DIR, without a network, and
    writes the predictions to F. Checks hashes, shown cards and ids on the way; what differs is not written.`;

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, { values: ['traces', 'out'], flags: [], required: ['traces', 'out'] });
    const at = (name: string) => join(options.traces, name);
    await checkOutputs([options.out], BUNDLE_FILES.map(at));
    const files = new Map<string, string>();
    for (const name of BUNDLE_FILES) {
      const path = at(name);
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) throw new CliError('file-missing', 'There is no such file.', path);
      files.set(name, text);
    }
    try {
      const replayed = await readBundle(files, digestWith(webcrypto.subtle as SubtleCrypto));
      if (replayed.identical) {
        await writeText(options.out, replayed.predictions);
        return 0;
      }
      throw new CliError(
        'differs',
        'The replay gives other predictions than the run recorded.',
        at('predictions.jsonl'),
      );
    } catch (error) {
      if (!(error instanceof ReplayFault)) throw error;
      const { message, place } = error;
      throw place
        ? new CliError('replay', message, at(place.file), place.line)
        : new CliError('replay', message, options.traces);
    }
  });
