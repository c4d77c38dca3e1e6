import { join } from 'node:path';
import { provenanceOf } from '$lib/serbench/provenance';
import { printPerState, printSummary } from '$lib/serbench/score/files';
import { printReport } from '$lib/serbench/score/report';
import { scoreRun } from '$lib/serbench/score/score-run';
import { summarise } from '$lib/serbench/score/summary';
import { guarded, readInputs, reportFaults } from './files';
import { readCutoffs, readOptions } from './options';
import { checkOutputs, writeAll } from './output';

export const help = `score --items F --labels F --predictions F [--k 5,8] [--allow-subset] --out DIR
    Validates, scores, and writes summary.json and per_state_scores.jsonl, byte for byte as the release's own
    scorer does, and report.json with counts and settings. --allow-subset lets a method lack states; the report
    then says "partial, not comparable".`;

export const run = (args: string[]): Promise<number> =>
  guarded(async () => {
    const options = readOptions(args, {
      values: ['items', 'labels', 'predictions', 'k', 'out'],
      flags: ['allow-subset'],
      required: ['items', 'labels', 'predictions', 'out'],
    });
    const cutoffs = readCutoffs(options.k ?? '5,8');
    const at = (file: string) => join(options.out, file);
    const outputs = ['summary.json', 'per_state_scores.jsonl', 'report.json'].map(at);
    await checkOutputs(outputs, [options.items, options.labels, options.predictions]);
    const { split, certificates, predictions, faults } = await readInputs({
      ...options,
      allowSubset: options['allow-subset'],
    });
    if (reportFaults(faults)) return 2;
    const provenance = provenanceOf(certificates.values());
    if (provenance !== null)
      console.error(JSON.stringify({ file: options.labels, code: 'provenance', message: provenance }));
    const sheet = await scoreRun(certificates, predictions, cutoffs);
    const summaries = summarise(sheet, split.size);
    const report = printReport(sheet, summaries, split.size, undefined, [], provenance);
    await writeAll([
      [at('summary.json'), printSummary(sheet, summaries)],
      [at('per_state_scores.jsonl'), [...printPerState(sheet)].join('')],
      [at('report.json'), report],
    ]);
    process.stdout.write(report);
    return 0;
  });
