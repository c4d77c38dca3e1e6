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

/** Where an answer was cut: the same question with a larger cap goes on from there. One for each open model. */
interface Unfinished {
  /** The question, as JSON. */
  asked: string;
  /** The tokens made so far. */
  made: bigint[];
}

const unfinished = new WeakMap<LoadedModel, Unfinished>();

/** The tokens of a cut answer to this very question, as far as the cap allows. */
function earlierOf(model: LoadedModel, asked: string, cap: number): bigint[] {
  const known = unfinished.get(model);
  return known?.asked === asked && known.made.length < cap ? known.made : [];
}

/**
 * Answers a chat greedily, token by token. The whole prompt is counted first: what does not fit the model is an
 * error, not a cut. A question whose answer was cut goes on where it ended when it comes with a larger cap: greedily
 * the beginning would be the same; its tokens are counted once, by the call that made them. A cancel is heard between two tokens and leaves the model usable.
 */
export async function answer(
  loaded: LoadedModel,
  { messages, maxOutputTokens }: Pick<GenerateRequest, 'messages' | 'maxOutputTokens'>,
  task: Task,
  watch: Watch,
): Promise<Generated> {
  const { plan, tokenizer, model, template } = loaded;
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
  const asked = JSON.stringify(messages);
  const before = earlierOf(loaded, asked, maxOutputTokens);
  const begun = before.length === 0 ? '' : tokenizer.decode(before, { skip_special_tokens: true });
  watch.reading(inputTokens + before.length);
  if (begun !== '') watch.text(begun, 0);
  let told = begun.length;
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
      ...followedBy(inputs.input_ids, before),
      max_new_tokens: maxOutputTokens - before.length,
      // Greedy, whatever the model's own settings say: temperature 0, and no penalty for copying ids.
      do_sample: false,
      repetition_penalty: 1,
      no_repeat_ngram_size: 0,
      past_key_values: past,
      streamer,
    });
    if (!(made instanceof Tensor)) throw new TypeError('The model gave no tokens.');
    const ids = (made.tolist() as bigint[][])[0]?.slice(inputTokens) ?? [];
    const cut = ids.length >= maxOutputTokens && !ends(model).includes(Number(ids.at(-1)));
    if (cut) unfinished.set(loaded, { asked, made: ids });
    else unfinished.delete(loaded);
    return {
      text: tokenizer.decode(ids, { skip_special_tokens: true }),
      inputTokens,
      outputTokens: ids.length - before.length,
      cut,
      ran: [plan.name, plan.revision?.slice(0, 12), plan.weights, plan.device].filter(Boolean).join(', '),
    };
  } finally {
    stop();
    await past.dispose();
  }
}

/** Tokens that end an answer. */
const ends = (model: LoadedModel['model']): number[] =>
  numbersOf(model.generation_config ?? model.config, 'eos_token_id');

/** A prompt's tokens with those of an answer's beginning behind them, all to be seen. */
function followedBy(prompt: Tensor, made: readonly bigint[]): { input_ids: Tensor; attention_mask: Tensor } {
  const ids = [...((prompt.tolist() as bigint[][])[0] ?? []), ...made];
  const row = (values: bigint[]) => new Tensor('int64', BigInt64Array.from(values), [1, values.length]);
  return { input_ids: row(ids), attention_mask: row(ids.map(() => 1n)) };
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
