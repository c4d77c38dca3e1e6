import { env, pipeline, type TextGenerationPipeline } from '@huggingface/transformers';
import { z } from 'zod';
import { whyNoWebGpu } from '$lib/embedding/transformer/runtime';
import type { Task } from '$lib/serbench/task';
import type { Generated, GenerateRequest } from './generate';

// Files come from the hub once and are kept by the browser's HTTP cache; wasm comes from this site, without blobs.
env.allowLocalModels = false;
env.useWasmCache = false;

let held: { model: string; device: string; pipe: Promise<TextGenerationPipeline> } | null = null;

async function load(model: string, task: Task): Promise<{ pipe: TextGenerationPipeline; device: string }> {
  if (held?.model === model) return { pipe: await held.pipe, device: held.device };
  const device = (await whyNoWebGpu()) === null ? 'webgpu' : 'wasm';
  const pipe = pipeline('text-generation', model, {
    device,
    dtype: device === 'webgpu' ? 'q4f16' : 'q4',
    progress_callback: (info: unknown) => {
      const read = progressSchema.safeParse(info);
      if (read.success)
        task.progress({
          done: read.data.loaded,
          total: read.data.total,
          unit: 'bytes',
          note: read.data.file,
        });
    },
  });
  held = { model, device, pipe };
  pipe.catch(() => (held = null));
  return { pipe: await pipe, device };
}

const progressSchema = z.object({
  status: z.literal('progress'),
  file: z.string(),
  loaded: z.number(),
  total: z.number(),
});
const outputSchema = z.array(
  z.object({ generated_text: z.array(z.object({ role: z.string(), content: z.string() })) }),
);

/** Answers a chat greedily. The whole prompt is counted first: what does not fit the model is an error, not a cut. */
export async function generate(task: Task, request: GenerateRequest): Promise<Generated> {
  const { pipe, device } = await load(request.model, task);
  const messages = request.messages.map(({ role, content }) => ({ role, content }));
  const prompt = pipe.tokenizer.apply_chat_template(messages, {
    tokenize: false,
    add_generation_prompt: true,
  });
  const inputTokens = pipe.tokenizer.encode(String(prompt)).length;
  const most = Number(
    (pipe.model.config as { max_position_embeddings?: unknown }).max_position_embeddings ?? 0,
  );
  if (most > 0 && inputTokens + request.maxOutputTokens > most)
    throw new RangeError(
      `The prompt has ${inputTokens} tokens and the answer may have ${request.maxOutputTokens}; ${request.model} takes ${most}. Lower the card limits.`,
    );
  await task.checkpoint();
  const output = outputSchema.parse(
    await pipe(messages, { max_new_tokens: request.maxOutputTokens, do_sample: false }),
  );
  const text = output[0]?.generated_text.at(-1)?.content ?? '';
  const outputTokens = pipe.tokenizer.encode(text).length;
  return { text, inputTokens, outputTokens, cut: outputTokens >= request.maxOutputTokens - 1, device };
}
