import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { auditSheet, auditTable } from '$lib/serbench/audit-sheet';
import { compareCodePoints } from '$lib/serbench/code-point';
import type { SplitIndex } from '$lib/serbench/split-index';
import { checkSubmission } from '$lib/serbench/submission';
import { toMarkdown } from '$lib/table/markdown';
import { quietTask } from '$lib/serbench/task';
import { guarded, openFile, readInputs, reportFaults } from './files';
import { CliError, readOptions } from './options';

export const help = `validate --items F [--labels F] [--predictions F] [--allow-subset] [--test500] [--audit]
    Lists every fault of the files. --test500 also checks the predictions against the rules of a Test500 submission.
    --audit says of sound labels what was looked at: a Markdown table behind the counts.`;

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, {
      values: ['items', 'labels', 'predictions'],
      flags: ['allow-subset', 'test500', 'audit'],
      required: ['items'],
    });
    const { split, certificates, predictions, faults } = await readInputs({
      items: options.items,
      labels: options.labels,
      // The check of a submission reads the predictions itself.
      predictions: options.test500 ? undefined : options.predictions,
      allowSubset: options['allow-subset'],
    });
    if (options.audit && options.labels === undefined) throw new CliError('usage', '--audit needs --labels.');
    if (options.test500) {
      if (options.predictions === undefined) throw new CliError('usage', '--test500 needs --predictions.');
      if (reportFaults(faults)) return 2;
      return checkTest500(options.predictions, split);
    }
    if (reportFaults(faults)) return 2;
    console.log(
      JSON.stringify({
        states: split.size,
        certificates: certificates.size,
        predictions: predictions.length,
        methods: [...new Set(predictions.map((row) => row.method))].sort(compareCodePoints),
        warnings: faults.warnings,
      }),
    );
    if (options.audit) process.stdout.write(toMarkdown(auditTable(auditSheet(split, certificates))));
    return 0;
  });

async function checkTest500(path: string, split: SplitIndex): Promise<number> {
  await openFile(path);
  const bytes = new Uint8Array(await readFile(path));
  const sha256 = (data: Uint8Array) => Promise.resolve(createHash('sha256').update(data).digest('hex'));
  const { faults, ...found } = await checkSubmission(bytes, path, split, sha256, quietTask());
  if (reportFaults(faults)) return 2;
  console.log(JSON.stringify({ ...found, warnings: faults.warnings }));
  return 0;
}
