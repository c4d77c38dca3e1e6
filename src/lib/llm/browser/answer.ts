import { DynamicCache, Tensor, TextStreamer } from '@huggingface/transformers';
import type { Task } from '$lib/serbench/task';
import type { LoadedModel } from './load';
import type { Generated, GenerateRequest } from './request';

/** The prompt and its answer do not fit the model's context. Other states may. */
export class PromptTooLong extends Error {
  override readonly name = 'PromptTooLong';
}

export interface Watch {
  /** The prompt's tokens are counted; the model reads it now. */
  reading(tokens: number): void;
  /** New part of the answer, after so many characters. */
  text(part: string, from: number): void;
}

/**
 * Answers a chat greedily, token by token. The whole prompt is counted first: what does not fit the model is an
 * error, not a cut. A cancel is heard between two tokens and leaves the model usable.
 */
export async function answer(
  { plan, tokenizer, model, template }: LoadedModel,
  { messages, maxOutputTokens }: Pick<GenerateRequest, 'messages' | 'maxOutputTokens'>,
  task: Task,
  watch: Watch,
): Promise<Generated> {
  if (template === null && !tokenizer.chat_template)
    throw new TypeError(`${plan.name} has no chat template: it is no instruct model. Choose one that is.`);
  // Models that can reason aloud before they answer are asked not to: greedy reasoning tends to go in circles.
  const options = { add_generation_prompt: true, enable_thinking: false, chat_template: template };
  const inputs = tokenizer.apply_chat_template(messages, options) as { input_ids: Tensor };
  const inputTokens = inputs.input_ids.dims.at(-1) ?? 0;
  const most = numbersOf(model.config, 'max_position_embeddings')[0] ?? Infinity;
  if (inputTokens + maxOutputTokens > most)
    throw new PromptTooLong(
      `The prompt has ${inputTokens} tokens and the answer may have ${maxOutputTokens}; ${plan.name} takes ${most} together. Lower the card limits or the answer tokens.`,
    );
  watch.reading(inputTokens);
  let told = 0;
  const streamer = new TextStreamer(tokenizer, {
    skip_prompt: true,
    callback_function: (part: string) => {
      watch.text(part, told);
      told += part.length;
    },
  });
  const past = new DynamicCache();
  const stop = listenBetweenTokens(model, task);
  try {
    const made = await model.generate({
      ...inputs,
      max_new_tokens: maxOutputTokens,
      // Greedy, whatever the model's own settings say: temperature 0, and no penalty for copying ids.
      do_sample: false,
      repetition_penalty: 1,
      no_repeat_ngram_size: 0,
      past_key_values: past,
      streamer,
    });
    if (!(made instanceof Tensor)) throw new TypeError('The model gave no tokens.');
    const ids = (made.tolist() as bigint[][])[0]?.slice(inputTokens) ?? [];
    const ends = numbersOf(model.generation_config ?? model.config, 'eos_token_id');
    return {
      text: tokenizer.decode(ids, { skip_special_tokens: true }),
      inputTokens,
      outputTokens: ids.length,
      cut: ids.length >= maxOutputTokens && !ends.includes(Number(ids.at(-1))),
      ran: [plan.name, plan.revision?.slice(0, 12), plan.weights, plan.device].filter(Boolean).join(', '),
    };
  } finally {
    stop();
    await past.dispose();
  }
}

/** Lets messages in before every token, and throws once the task is cancelled. */
function listenBetweenTokens(model: LoadedModel['model'], task: Task): () => void {
  const { forward } = model;
  model.forward = async (inputs) => {
    await task.checkpoint();
    return (await forward.call(model, inputs)) as object;
  };
  return () => {
    model.forward = forward;
  };
}

/** A field of a model's configuration that holds a number or several. */
function numbersOf(config: object, field: string): number[] {
  const value = (config as Record<string, unknown>)[field];
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'number');
}
