import type { ModelRef } from '$lib/complement/config/schema';
import type { ChatModel, ChatOutcome } from '$lib/complement/model';
import { statusFailure } from '../failure';
import { MOST_SMALL_BYTES, readText, TooLarge } from '../http/body';
import { errorText } from '../protocols/error';
import { PROTOCOL, type NetworkProtocol } from '../protocols';
import { presetFor } from '../presets';
import { redact } from '../redact';
import { mayCall } from './address';

/** The state of Chrome's local-network permission; `none` where the browser asks for nothing. */
export type NetworkPermission = 'granted' | 'prompt' | 'denied' | 'none';

export interface ProbeTools {
  fetch: typeof fetch;
  /** This page's origin, named in every fix; empty outside a page. */
  pageOrigin: string;
  permission(): Promise<NetworkPermission>;
  key: string | null;
  /** Makes the last stage's short call; hears what arrives of the answer. */
  chat: (onText: () => void) => ChatModel;
  /** How long the rest of an answer that has begun is waited for, in milliseconds. */
  patienceMs?: number;
  signal: AbortSignal;
}

/** The stages in order; a failing one ends the probe. */
export type ProbeStage = 'address' | 'permission' | 'running' | 'origin' | 'key' | 'model' | 'answer';

export type ProbeOutcome =
  | 'ready'
  | 'address not allowed'
  | 'permission pending'
  | 'permission refused'
  | 'not running'
  | 'origin not allowed'
  | 'key refused'
  | 'model unknown'
  | 'no answer';

export interface ProbeResult {
  outcome: ProbeOutcome;
  stage: ProbeStage;
  /** What was found, and the exact fix; holds this page's origin where that matters. */
  message: string;
  /** Model names the endpoint lists; empty when it lists none. */
  models: string[];
  /** What was passed on the way. */
  passed: ProbeStage[];
}

/** Tells apart why an endpoint cannot be used, stage by stage, the cheapest question first. */
export async function probe(
  model: ModelRef & { protocol: NetworkProtocol },
  tools: ProbeTools,
): Promise<ProbeResult> {
  const preset = presetFor(model.protocol, model.url);
  const fix = (text: string) => text.replaceAll('{origin}', tools.pageOrigin || 'this page');
  const passed: ProbeStage[] = [];
  const end = (
    outcome: ProbeOutcome,
    stage: ProbeStage,
    message: string,
    models: string[] = [],
  ): ProbeResult => ({
    outcome,
    stage,
    message: redact(message, tools.key),
    models,
    passed,
  });

  const address = mayCall(model.url, tools.pageOrigin);
  if (!address.ok) return end('address not allowed', 'address', address.message);
  passed.push('address');

  const permission = address.local && !isLocal(tools.pageOrigin) ? await tools.permission() : 'none';
  if (permission === 'denied')
    return end(
      'permission refused',
      'permission',
      `The browser was told not to let ${tools.pageOrigin} reach this machine. Open the site's settings (the icon left of the address), allow "Local network access", and test again.`,
    );
  passed.push('permission');

  const { url, headers } = PROTOCOL[model.protocol].list(model, tools.key);
  const listed = await ask(tools, url, { headers });
  if (!listed.ok) {
    const alive = await ask(tools, url, { mode: 'no-cors' });
    if (!alive.ok && permission === 'prompt' && (await tools.permission()) !== 'granted')
      return end(
        'permission pending',
        'permission',
        `The browser asks whether ${tools.pageOrigin} may reach this machine: allow it, then test again. If it does not ask, the server is not running. ${fix(preset.start)}`,
      );
    if (!alive.ok)
      return end('not running', 'running', `Nothing answers at ${model.url}. ${fix(preset.start)}`);
    passed.push('running');
    return end(
      'origin not allowed',
      'origin',
      `The server runs, but it does not let ${tools.pageOrigin} read its answers. ${fix(preset.allow)}`,
    );
  }
  passed.push('running', 'origin');

  const { status, body } = listed;
  const unchecked = listed.tooLarge
    ? ` Its list of models is longer than ${MOST_SMALL_BYTES} bytes and was not read: whether it holds "${model.model}" was left to the call.`
    : '';
  if (status === 401 || status === 403)
    return end('key refused', 'key', statusFailure(status, errorText(body), null).message);
  passed.push('key');

  const models = (status < 400 ? PROTOCOL[model.protocol].readList(body) : null) ?? [];
  if (models.length > 0 && !models.some((name) => sameModel(name, model.model)))
    return end('model unknown', 'model', unknownModel(model.model, models, preset.id), models);
  passed.push('model');

  const called = await shortAnswer(model.model, tools);
  if (called !== 'begun') return fromCall(called);
  passed.push('answer');
  return end('ready', 'answer', `Ready: ${model.model} has begun to answer, slowly.${unchecked}`, models);

  function fromCall(outcome: ChatOutcome): ProbeResult {
    if (outcome.ok) {
      passed.push('answer');
      return end(
        'ready',
        'answer',
        `Ready: ${model.model} answers (asked by ${outcome.reply.rung}).${unchecked}`,
        models,
      );
    }
    const { kind, message } = outcome.failure;
    if (kind === 'key-refused' || kind === 'forbidden') return end('key refused', 'key', message, models);
    if (kind === 'not-found') return end('model unknown', 'model', message, models);
    if (kind === 'unreachable')
      return end(
        'origin not allowed',
        'origin',
        `The server lists its models but refuses the preflight of a call from ${tools.pageOrigin}. ${fix(preset.allow)}`,
        models,
      );
    return end('no answer', 'answer', `${message}${unchecked}`, models);
  }
}

/** A first piece of an answer is an answer: a slow model is not waited for to its end. */
async function shortAnswer(
  model: string,
  { chat, signal, patienceMs = 3000 }: ProbeTools,
): Promise<ChatOutcome | 'begun'> {
  const enough = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const onText = () => (timer ??= setTimeout(() => enough.abort(), patienceMs));
  try {
    return await chat(onText).complete(shortCall(model), AbortSignal.any([signal, enough.signal]));
  } catch (error) {
    if (signal.aborted || !enough.signal.aborted) throw error;
    return 'begun';
  } finally {
    if (timer !== null) clearTimeout(timer);
  }
}

/** `tooLarge`: the body was cut off at the limit and is null. */
type Asked = { ok: true; status: number; body: unknown; tooLarge: boolean } | { ok: false };

async function ask(tools: ProbeTools, url: string, init: RequestInit): Promise<Asked> {
  try {
    const response = await tools.fetch(url, {
      ...init,
      signal: tools.signal,
      redirect: init.mode === 'no-cors' ? 'follow' : 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    const { status } = response;
    if (init.mode === 'no-cors') return { ok: true, status, body: null, tooLarge: false };
    const raw = await bounded(response);
    return { ok: true, status, body: raw === null ? null : parsed(raw), tooLarge: raw === null };
  } catch {
    tools.signal.throwIfAborted();
    return { ok: false };
  }
}

/** A body's text; null when it is longer than any list of models needs. */
async function bounded(response: Response): Promise<string | null> {
  try {
    return await readText(response, MOST_SMALL_BYTES);
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return null;
  }
}

/** A page of this machine needs no leave to reach it. */
const isLocal = (origin: string) => /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(origin);

/** `llama3` is also `llama3:latest`. */
const sameModel = (listed: string, wanted: string) => listed === wanted || listed === `${wanted}:latest`;

function unknownModel(name: string, models: readonly string[], preset: string): string {
  const some = models.slice(0, 8).join(', ');
  const pull = preset === 'ollama' ? ` Fetch it with: ollama pull ${name}` : '';
  return `The endpoint does not list "${name}". It lists: ${some}${models.length > 8 ? ', …' : ''}.${pull}`;
}

const shortCall = (model: string) => ({
  model,
  messages: [
    { role: 'system' as const, content: 'Reply with one JSON object and nothing else.' },
    { role: 'user' as const, content: 'Reply with {"ids": [], "missing": ""} as JSON.' },
  ],
  temperature: 0,
  maxOutputTokens: 256,
  schema: {
    name: 'evidence_ids',
    schema: {
      type: 'object',
      properties: { ids: { type: 'array', items: { type: 'string' } }, missing: { type: 'string' } },
      required: ['ids', 'missing'],
      additionalProperties: false,
    },
  },
});
