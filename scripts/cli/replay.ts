import { readFile } from 'node:fs/promises';
import { webcrypto } from 'node:crypto';
import { join } from 'node:path';
import { digestWith } from '$lib/complement/canonical';
import { BUNDLE_FILES } from '$lib/complement/export/bundle';
import { readBundle } from '$lib/complement/export/read-bundle';
import { ReplayFault } from '$lib/complement/replay/replay-calls';
import { guarded, writeText } from './files';
import { CliError, readOptions } from './options';

export const help = `replay --traces DIR --out F
    Runs the stages again over the traces that "run" (or an unpacked export) left in DIR, without a network, and
    writes the predictions to F. Checks hashes, shown cards and ids on the way.`;

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, { values: ['traces', 'out'], flags: [], required: ['traces', 'out'] });
    const files = new Map<string, string>();
    for (const name of BUNDLE_FILES) {
      const path = join(options.traces, name);
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) throw new CliError('file-missing', 'There is no such file.', path);
      files.set(name, text);
    }
    try {
      const replayed = await readBundle(files, digestWith(webcrypto.subtle as SubtleCrypto));
      await writeText(options.out, replayed.predictions);
      if (replayed.identical) return 0;
      throw new CliError(
        'differs',
        'The replay gives other predictions than the run recorded.',
        join(options.traces, 'predictions.jsonl'),
      );
    } catch (error) {
      if (error instanceof ReplayFault) throw new CliError('replay', error.message, options.traces);
      throw error;
    }
  });
