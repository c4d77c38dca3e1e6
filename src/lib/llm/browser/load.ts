import {
  AutoModelForCausalLM,
  AutoTokenizer,
  env,
  LogLevel,
  type PreTrainedModel,
  type PreTrainedTokenizer,
} from '@huggingface/transformers';
import { loadFiles } from '$lib/embedding/files/load';
import type { Task } from '$lib/serbench/task';
import { planModel } from './plan';
import type { BrowserOrigin, BrowserPlan } from './request';

/** An open model. */
export interface LoadedModel {
  plan: BrowserPlan;
  tokenizer: PreTrainedTokenizer;
  model: PreTrainedModel;
  /** The chat template of a file of its own; null: that of the tokenizer's configuration, if any. */
  template: string | null;
}

// transformers.js gets its files from us, already verified, and never asks a network itself.
const NAME = 'kept/model';
const HOST = 'https://files.invalid/';
env.remoteHost = HOST;
env.allowLocalModels = false;
env.useBrowserCache = false;
env.useWasmCache = false;
// What goes wrong reaches the page as an error; the console stays quiet.
env.logLevel = LogLevel.NONE;

/**
 * Opens a model: files from the browser's verified copies, and from the network only when `mayFetch` (the user said
 * yes to the plan). Rejects with an error that names the file, or says that the files are not here.
 */
export async function loadModel(origin: BrowserOrigin, mayFetch: boolean, task: Task): Promise<LoadedModel> {
  const { plan, source, entries, parts } = await planModel(origin, task.signal);
  if (plan.missing > 0 && !mayFetch)
    throw new Error(
      `The files of ${plan.name} are not all in this browser. Press "Open the model" first: it says their size and asks.`,
    );
  const { files, notes } = await loadFiles(source, entries, task);
  const template = files.get('chat_template.jinja');
  serveFrom(files);
  task.progress({ done: plan.bytes, total: plan.bytes, unit: 'bytes', note: 'starting the model' });
  await task.checkpoint();
  const tokenizer = await AutoTokenizer.from_pretrained(NAME);
  const model = await AutoModelForCausalLM.from_pretrained(NAME, {
    device: plan.device,
    dtype: plan.weights,
    use_external_data_format: parts,
  });
  return {
    plan: { ...plan, missing: 0, notes: [...plan.notes, ...notes] },
    tokenizer,
    model,
    template: template ? new TextDecoder().decode(template) : null,
  };
}

/** Answers what transformers.js asks for from the files. Weights are handed over once and then let go. */
function serveFrom(files: Map<string, Uint8Array<ArrayBuffer>>): void {
  env.fetch = (url) => {
    const { href } = new URL(String(url));
    const path = decodeURIComponent(href.slice(HOST.length)).replace(/^kept\/model\/resolve\/[^/]+\//, '');
    const body = files.get(path);
    if (!body) return Promise.resolve(new Response(null, { status: 404 }));
    if (path.startsWith('onnx/')) files.delete(path);
    const headers = { 'content-length': String(body.length) };
    return Promise.resolve(new Response(body, { headers }));
  };
}
