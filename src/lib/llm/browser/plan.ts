import { ModelFileError } from '$lib/embedding/errors';
import { folderSource } from '$lib/embedding/files/folder';
import { hubSource } from '$lib/embedding/files/hub';
import type { FileEntry, FileSource } from '$lib/embedding/files/source';
import { missingBytes } from '$lib/embedding/files/store';
import { chooseDevice } from './device';
import type { BrowserOrigin, BrowserPlan } from './request';
import { chooseWeights } from './weights';

const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];
const USEFUL = ['generation_config.json', 'chat_template.jinja'];

/** A plan together with the files behind it. */
export interface Planned {
  plan: BrowserPlan;
  source: FileSource;
  entries: FileEntry[];
  /** Parts of the weights that lie beside their file. */
  parts: number;
}

/** Looks a model up. Nothing but a hub's file list goes over the network. Rejects, naming the file, when one lacks. */
export async function planModel(origin: BrowserOrigin, signal: AbortSignal): Promise<Planned> {
  const source =
    origin.kind === 'hub'
      ? await hubSource(origin.id, origin.revision, origin.hub, signal)
      : folderSource(origin.files);
  const paths = source.entries.map(({ path }) => path);
  for (const path of NEEDED)
    if (!paths.includes(path)) throw new ModelFileError(path, `not in ${source.name}.`);
  const { runs, device, why } = await chooseDevice();
  const chosen = chooseWeights(paths, runs);
  if (!chosen) {
    const there = paths.filter((path) => path.endsWith('.onnx')).join(', ');
    throw new ModelFileError(
      'onnx/model_q4.onnx',
      `not in ${source.name}, nor other weights that run here (${runs}). Weights there: ${there || 'none'}.`,
    );
  }
  const beside = (path: string) => path.startsWith(`${chosen.path}_data`);
  const entries = source.entries.filter(
    ({ path }) => NEEDED.includes(path) || USEFUL.includes(path) || path === chosen.path || beside(path),
  );
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  return {
    source,
    entries,
    parts: entries.filter(({ path }) => beside(path)).length,
    plan: {
      name: source.name,
      revision: source.revision,
      remote: source.remote,
      weights: chosen.weights,
      device,
      notes: [
        ...(why === null ? [] : [`It runs in WASM, on one core: ${why}. Expect seconds to minutes a call.`]),
        ...(chosen.first ? [] : [`The weights are ${chosen.weights}: it has no smaller ones that run here.`]),
      ],
      files: entries.map(({ path, bytes: size }) => ({ path, bytes: size })),
      bytes,
      missing: source.remote ? await missingBytes(source, entries) : 0,
    },
  };
}
