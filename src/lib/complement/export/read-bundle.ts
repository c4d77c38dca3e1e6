import { z } from 'zod';
import { canonicalJson, type Digest } from '../canonical';
import { readConfiguration } from '../config/read';
import type { Outcome } from '../batch/record';
import { makeCandidates } from '../candidates';
import { DERIVED_METHODS } from '../methods';
import { derivedRow, predictionLines, predictionRow } from '../prediction-row';
import { contextSchema } from '../replay/context';
import { ReplayFault } from '../replay/replay-calls';
import { replayState } from '../replay/replay-state';
import type { Context, RunSetting } from '../run/types';
import { tokensBy } from '../source-tokens';
import { traceSchema, type Trace } from '../trace';
import { rowsOf, type BundleFile } from './bundle';

const summarySchema = z.object({
  format: z.literal('complement-run-1'),
  states: z.int().min(0),
  failed: z.array(z.object({ state_id: z.string(), reason: z.string() })),
});

export interface ReplayedRun {
  setting: RunSetting;
  states: number;
  failed: { state_id: string; reason: string }[];
  /** One for every state that was scored, with its traces. */
  outcomes: { outcome: Outcome; traces: Trace[] }[];
  /** `predictions.jsonl` as the replay gives it. */
  predictions: string;
  /** Whether that is what the export holds, byte for byte. */
  identical: boolean;
}

/**
 * Reads an exported run and replays it, without a network. Rejects with a ReplayFault that names the file and
 * the line of the first fault: an export is taken whole or not at all.
 */
export async function readBundle(files: ReadonlyMap<string, string>, digest: Digest): Promise<ReplayedRun> {
  const configuration = readConfiguration(json(files, 'configuration.json'));
  if (!configuration.ok) throw new ReplayFault(`configuration.json: ${configuration.faults.join('; ')}`);
  const setting: RunSetting = {
    configuration: configuration.configuration,
    configurationSha256: await digest(canonicalJson(configuration.configuration)),
  };
  const summary = summarySchema.safeParse(json(files, 'run.json'));
  if (!summary.success) throw new ReplayFault(`run.json: ${z.prettifyError(summary.error)}`);
  const traces = new Map<string, Trace[]>();
  for (const { value: trace } of lines(files, 'traces.jsonl', traceSchema))
    traces.set(trace.state_id, [...(traces.get(trace.state_id) ?? []), trace]);
  const outcomes: ReplayedRun['outcomes'] = [];
  const seen = new Set<string>();
  for (const { value: context, line } of lines<Context>(files, 'contexts.jsonl', contextSchema)) {
    const { state_id } = context;
    checkFit(context, line);
    if (seen.has(state_id)) throw new ReplayFault(`contexts.jsonl: ${state_id} stands there twice.`);
    seen.add(state_id);
    outcomes.push(await replayed(context, traces.get(state_id) ?? [], outcomes.length, setting, digest));
  }
  for (const state_id of traces.keys())
    if (!seen.has(state_id))
      throw new ReplayFault(`traces.jsonl: ${state_id} has no line in contexts.jsonl.`);
  const predictions = predictionLines(rowsOf(outcomes.map(({ outcome }) => outcome)));
  const { states, failed } = summary.data;
  return {
    setting,
    states,
    failed,
    outcomes,
    predictions,
    identical: predictions === text(files, 'predictions.jsonl'),
  };
}

/** A context whose ranking or routes do not fit its pool is a fault of its own line, whatever its traces say. */
function checkFit({ pool, ranking, routes, state_id }: Context, line: number): void {
  try {
    makeCandidates(pool, ranking, routes, state_id);
  } catch (error) {
    if (error instanceof RangeError) throw faultAt('contexts.jsonl', line, `${error.message}.`);
    throw error;
  }
}

const faultAt = (file: BundleFile, line: number, message: string) =>
  new ReplayFault(`${file}, line ${line}: ${message}`, { file, line });

async function replayed(
  context: Context,
  traces: readonly Trace[],
  index: number,
  setting: RunSetting,
  digest: Digest,
): Promise<ReplayedRun['outcomes'][number]> {
  const done = await replayState(context, traces, setting, digest);
  const tokensOf = tokensBy(context.tokens, context.state_id);
  const derived = setting.configuration.method === 'mss-complement' ? DERIVED_METHODS : [];
  return {
    traces: done.traces,
    outcome: {
      state_id: context.state_id,
      index,
      status: 'scored',
      reason: '',
      rows: [
        predictionRow(done, setting),
        ...derived.map((method) => derivedRow(method, done, tokensOf, setting)),
      ],
      calls: done.traces.map(({ stage, key }) => ({ stage, key })),
      context,
    },
  };
}

function text(files: ReadonlyMap<string, string>, file: BundleFile): string {
  const found = files.get(file);
  if (found === undefined) throw new ReplayFault(`${file} is missing from the export.`);
  return found;
}

function parse(raw: string, where: string, place: ReplayFault['place'] = null): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    throw new ReplayFault(`${where} is not JSON.`, place);
  }
}

const json = (files: ReadonlyMap<string, string>, file: BundleFile) => parse(text(files, file), file);

function lines<T>(
  files: ReadonlyMap<string, string>,
  file: BundleFile,
  schema: z.ZodType<T>,
): { value: T; line: number }[] {
  return text(files, file)
    .split('\n')
    .flatMap((line, index) => {
      if (line === '') return [];
      const read = schema.safeParse(parse(line, `${file}, line ${index + 1},`, { file, line: index + 1 }));
      if (!read.success) throw faultAt(file, index + 1, z.prettifyError(read.error));
      return [{ value: read.data, line: index + 1 }];
    });
}
