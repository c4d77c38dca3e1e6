import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerTo } from './answer';
import { PROVIDERS, type Provider } from './providers';
import { SCENARIOS, type Act } from './scenarios';

export interface Seen {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Record<string, unknown>;
  prompt: string;
}

export interface MockOptions {
  /** The one origin that preflights allow; null allows none. `*` any. */
  origin?: string | null;
  latencyMs?: number;
  /** The key that the server knows; null takes any. */
  key?: string | null;
  models?: string[];
  /** Answers of its own instead of the script. */
  answer?: (prompt: string) => string | Promise<string>;
  /** A fixed port; 0 takes a free one. */
  port?: number;
  /** Keeps no requests (for long runs). */
  forget?: boolean;
}

export interface Mock {
  url: string;
  /** The base URL for a provider under a scenario. */
  base(provider: string, scenario?: string): string;
  seen: Seen[];
  /** How many answers went out whole, by prompt. */
  answered: Map<string, number>;
  preflights: Seen[];
  /** From this many answers on, calls wait unanswered. */
  holdAfter: number;
  answers: number;
  close(): Promise<void>;
}

/** A language-model server on loopback: `/<provider>/<scenario>/...`, real preflights with exact header sets. */
export async function startMock(options: MockOptions = {}): Promise<Mock> {
  const counts = new Map<string, number>();
  const mock: Mock = {
    url: '',
    base: (provider, scenario = 'ok') =>
      `${mock.url}/${provider}/${scenario}${provider === 'openai' ? '/v1' : ''}`,
    seen: [],
    preflights: [],
    answered: new Map(),
    holdAfter: Infinity,
    answers: 0,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  const server = createServer(
    (request, response) =>
      void handle(request, response).catch((error: unknown) => {
        response.destroy(error as Error);
      }),
  );
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  mock.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return mock;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const [, name = '', scenario = 'ok'] = path.split('/');
    const provider = PROVIDERS[name];
    if (!provider) return void response.writeHead(404).end();
    const cors = corsHeaders(request, provider, options.origin);
    if (request.method === 'OPTIONS') {
      mock.preflights.push({ method: 'OPTIONS', path, headers: request.headers, body: {}, prompt: '' });
      return void response.writeHead(204, cors).end();
    }
    const body = JSON.parse((await textOf(request)) || '{}') as Record<string, unknown>;
    const key = keyOf(request);
    if (options.key && key !== options.key)
      return json(response, 401, provider.error(401, `Incorrect API key provided: ${key}`), cors);
    if (provider.isList(path.split('?')[0] ?? ''))
      return json(response, 200, provider.list(options.models ?? ['mock', 'mock-1']), cors);
    const prompt = provider.prompt(body);
    if (!options.forget) mock.seen.push({ method: 'POST', path, headers: request.headers, body, prompt });
    const n = counts.get(`${name}/${scenario}`) ?? 0;
    counts.set(`${name}/${scenario}`, n + 1);
    const act = (SCENARIOS[scenario] ?? (() => null))(n, body) ?? {};
    if (act.silent) return;
    if (options.latencyMs) await new Promise((done) => setTimeout(done, options.latencyMs));
    if (mock.answers >= mock.holdAfter) {
      await new Promise<void>((done) => {
        response.on('close', done);
      });
      if (response.destroyed) return;
    }
    await reply(act, { provider, path, body, prompt, response, cors, key });
    mock.answers += 1;
    if (!options.forget) mock.answered.set(prompt, (mock.answered.get(prompt) ?? 0) + 1);
  }

  async function reply(act: Act, call: Call): Promise<void> {
    const { provider, response, cors, path, body, prompt, key } = call;
    const headers = { ...cors, ...act.headers };
    if (act.body !== undefined)
      return send(response, act.status ?? 200, act.body, {
        ...headers,
        'content-type': act.contentType ?? 'application/json',
      });
    if (act.message !== undefined) {
      const status = act.status ?? 200;
      return json(response, status, provider.error(status, act.message.replace('{key}', key ?? '')), headers);
    }
    const usual = await (options.answer ?? answerTo)(prompt);
    const wrapped = {
      text: act.text?.(usual) ?? usual,
      finish: act.finish ?? ('stop' as const),
      inputTokens: act.inputTokens ?? Math.ceil(prompt.length / 3),
      outputTokens: Math.ceil(usual.length / 4) + 2,
    };
    if (!provider.streams(path, body)) return json(response, 200, provider.wrap(wrapped), headers);
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
    if (act.tokenMs !== undefined) {
      for (const event of provider
        .stream({ ...wrapped, pieces: [...wrapped.text] })
        .split(/(?<=\n)(?=[^\n])/)) {
        if (response.destroyed) return;
        response.write(event);
        await new Promise((done) => setTimeout(done, act.tokenMs));
      }
      return void response.end();
    }
    const bytes = Buffer.from(provider.stream(wrapped));
    if (!act.bytewise) return void response.end(bytes);
    for (const byte of bytes) {
      response.write(Buffer.from([byte]));
      await new Promise((done) => setImmediate(done));
    }
    response.end();
  }
}

interface Call {
  provider: Provider;
  path: string;
  body: Record<string, unknown>;
  prompt: string;
  response: ServerResponse;
  cors: Record<string, string>;
  key: string | null;
}

function corsHeaders(
  request: IncomingMessage,
  provider: Provider,
  allowed: string | null | undefined,
): Record<string, string> {
  const origin = request.headers.origin;
  if (
    origin === undefined ||
    allowed === null ||
    (allowed !== undefined && allowed !== '*' && allowed !== origin)
  )
    return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': provider.headers.join(', '),
    // Chrome's private-network preflight.
    'access-control-allow-private-network': 'true',
    vary: 'origin',
  };
}

const keyOf = ({ headers }: IncomingMessage): string | null => {
  const value =
    headers['x-api-key'] ?? headers['x-goog-api-key'] ?? headers.authorization?.replace(/^Bearer /, '');
  return typeof value === 'string' ? value : null;
};

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string>) =>
  send(response, status, JSON.stringify(body), { ...headers, 'content-type': 'application/json' });

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  response.writeHead(status, headers).end(body);
}
