/** The four protocols from the server's side: what they accept, and how they wrap an answer. */
export interface Provider {
  /** The only headers a preflight allows, beside the safelisted ones. */
  headers: string[];
  isList(path: string): boolean;
  list(models: string[]): unknown;
  /** The prompt of a request body. */
  prompt(body: Record<string, unknown>): string;
  wrap(answer: Wrapped): unknown;
  /** The same answer as a stream of events. */
  stream(answer: Wrapped): string;
  streams(path: string, body: Record<string, unknown>): boolean;
  error(status: number, message: string): unknown;
}

export interface Wrapped {
  text: string;
  /** The text as a stream cuts it, an event each; absent = two halves. */
  pieces?: string[];
  finish: 'stop' | 'length';
  inputTokens: number;
  outputTokens: number;
}

const sse = (events: unknown[], done = true) =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') + (done ? 'data: [DONE]\n\n' : '');
const halves = (text: string) => [
  text.slice(0, Math.ceil(text.length / 2)),
  text.slice(Math.ceil(text.length / 2)),
];

type Message = { role: string; content: string };
const contents = (messages: unknown) => (messages as Message[]).map((message) => message.content).join('\n');

export const openai: Provider = {
  headers: ['authorization', 'content-type'],
  isList: (path) => path.endsWith('/models'),
  list: (models) => ({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }),
  prompt: (body) => contents(body.messages),
  wrap: ({ text, finish, inputTokens, outputTokens }) => ({
    id: 'x',
    object: 'chat.completion',
    model: 'mock-1',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: finish }],
    usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens },
  }),
  streams: (_path, body) => body.stream === true,
  stream: ({ text, pieces, finish, inputTokens, outputTokens }) =>
    sse([
      { model: 'mock-1', choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
      ...(pieces ?? halves(text)).map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
      { choices: [{ index: 0, delta: {}, finish_reason: finish }] },
      { choices: [], usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens } },
    ]),
  error: (status, message) => ({ error: { message, type: 'error', code: String(status) } }),
};

export const anthropic: Provider = {
  headers: ['anthropic-dangerous-direct-browser-access', 'anthropic-version', 'content-type', 'x-api-key'],
  isList: (path) => path.endsWith('/v1/models'),
  list: (models) => ({ data: models.map((id) => ({ id, type: 'model' })) }),
  prompt: (body) => `${String(body.system)}\n${contents(body.messages)}`,
  wrap: ({ text, finish, inputTokens, outputTokens }) => ({
    type: 'message',
    model: 'mock-1',
    content: [{ type: 'text', text }],
    stop_reason: finish === 'stop' ? 'end_turn' : 'max_tokens',
    usage: { input_tokens: inputTokens - 10, cache_read_input_tokens: 10, output_tokens: outputTokens },
  }),
  streams: (_path, body) => body.stream === true,
  stream: ({ text, pieces, finish, inputTokens, outputTokens }) =>
    sse(
      [
        {
          type: 'message_start',
          message: { model: 'mock-1', usage: { input_tokens: inputTokens, output_tokens: 1 } },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'ping' },
        ...(pieces ?? halves(text)).map((part) => ({
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: part },
        })),
        { type: 'content_block_stop', index: 0 },
        {
          type: 'message_delta',
          delta: { stop_reason: finish === 'stop' ? 'end_turn' : 'max_tokens' },
          usage: { output_tokens: outputTokens },
        },
        { type: 'message_stop' },
      ],
      false,
    ),
  error: (status, message) => ({
    type: 'error',
    error: { type: status === 529 ? 'overloaded_error' : 'error', message },
  }),
};

export const gemini: Provider = {
  headers: ['content-type', 'x-goog-api-key'],
  isList: (path) => path.endsWith('/v1beta/models'),
  list: (models) => ({ models: models.map((name) => ({ name: `models/${name}` })) }),
  prompt: (body) =>
    [body.systemInstruction, ...(body.contents as unknown[])]
      .flatMap((content) => (content as { parts: { text: string }[] }).parts.map((part) => part.text))
      .join('\n'),
  wrap: ({ text, finish, inputTokens, outputTokens }) => ({
    candidates: [
      {
        content: { parts: [{ text: 'thinking', thought: true }, { text }], role: 'model' },
        finishReason: finish === 'stop' ? 'STOP' : 'MAX_TOKENS',
      },
    ],
    usageMetadata: {
      promptTokenCount: inputTokens,
      candidatesTokenCount: outputTokens - 2,
      thoughtsTokenCount: 2,
    },
    modelVersion: 'mock-1',
  }),
  streams: (path) => path.includes(':streamGenerateContent'),
  stream: ({ text, pieces, finish, inputTokens, outputTokens }) =>
    sse(
      [
        ...(pieces ?? halves(text)).map((part) => ({
          candidates: [{ content: { parts: [{ text: part }] } }],
          modelVersion: 'mock-1',
        })),
        {
          candidates: [{ content: { parts: [] }, finishReason: finish === 'stop' ? 'STOP' : 'MAX_TOKENS' }],
          usageMetadata: { promptTokenCount: inputTokens, candidatesTokenCount: outputTokens },
        },
      ],
      false,
    ),
  error: (status, message) => ({ error: { code: status, message, status: 'ERROR' } }),
};

export const ollama: Provider = {
  headers: ['authorization', 'content-type'],
  isList: (path) => path.endsWith('/api/tags'),
  list: (models) => ({ models: models.map((name) => ({ name: `${name}:latest` })) }),
  prompt: (body) => contents(body.messages),
  wrap: ({ text, finish, inputTokens, outputTokens }) => ({
    model: 'mock-1',
    message: { role: 'assistant', content: text },
    done: true,
    done_reason: finish,
    prompt_eval_count: inputTokens,
    eval_count: outputTokens,
  }),
  streams: (_path, body) => body.stream === true,
  stream: ({ text, pieces, finish, inputTokens, outputTokens }) =>
    [
      ...(pieces ?? halves(text)).map((content) => ({
        model: 'mock-1',
        message: { role: 'assistant', content },
        done: false,
      })),
      {
        model: 'mock-1',
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: finish,
        prompt_eval_count: inputTokens,
        eval_count: outputTokens,
      },
    ]
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  error: (_status, message) => ({ error: message }),
};

export const PROVIDERS: Record<string, Provider> = { openai, anthropic, gemini, ollama };
