/** What the mock does with the n-th call (from 0) under a name; null = answer as usual. */
export interface Act {
  status?: number;
  headers?: Record<string, string>;
  /** The provider's error words; or a whole body. */
  message?: string;
  body?: string;
  contentType?: string;
  /** Changes the answer's text. */
  text?: (usual: string) => string;
  finish?: 'stop' | 'length';
  inputTokens?: number;
  /** One write a byte. */
  bytewise?: boolean;
  /** One event a character, this long apart. */
  tokenMs?: number;
  silent?: boolean;
}

type Body = Record<string, unknown>;
export type Scenario = (n: number, body: Body) => Act | null;

const always =
  (act: Act): Scenario =>
  () =>
    act;
const once =
  (act: Act): Scenario =>
  (n) =>
    n === 0 ? act : null;
const refuse =
  (test: (body: Body) => boolean, message: string): Scenario =>
  (_n, body) =>
    test(body) ? { status: 400, message } : null;

const format = (body: Body) => (body.response_format as { type?: string } | undefined)?.type;
const page = '<!DOCTYPE html><html><body>Welcome</body></html>';

export const SCENARIOS: Record<string, Scenario> = {
  ok: () => null,
  'status-400': always({ status: 400, message: 'model is too small' }),
  'status-401': always({ status: 401, message: 'Incorrect API key provided' }),
  'status-402': always({ status: 402, message: 'Insufficient Balance' }),
  'status-403': always({ status: 403, message: 'Not allowed' }),
  'status-404': always({ status: 404, message: 'model not found' }),
  'status-408': always({ status: 408, message: 'timed out' }),
  'status-413': always({ status: 413, message: 'too large' }),
  'status-429': always({ status: 429, message: 'slow down' }),
  'status-429-quota': always({ status: 429, message: 'You exceeded your current quota, check billing' }),
  'status-429-once': once({ status: 429, message: 'slow down' }),
  'status-429-after-once': once({
    status: 429,
    message: 'slow down',
    headers: { 'retry-after': '7', 'access-control-expose-headers': 'retry-after' },
  }),
  'status-500': always({ status: 500, message: 'oops' }),
  'status-500-once': once({ status: 500, message: 'oops' }),
  'status-502-page': always({ status: 502, body: page, contentType: 'text/html' }),
  'status-529': always({ status: 529, message: 'Overloaded' }),
  'status-529-once': once({ status: 529, message: 'Overloaded' }),
  page: always({ body: page, contentType: 'text/html' }),
  'not-json': always({ body: 'hello', contentType: 'text/plain' }),
  'error-in-body': always({ message: 'something broke' }),
  'error-in-body-429-once': once({ body: JSON.stringify({ error: { message: 'slow down', code: 429 } }) }),
  'empty-choices': always({ body: '{"choices":[],"candidates":[],"content":[]}' }),
  'context-length': always({ status: 400, message: "This model's maximum context length is 4096 tokens" }),
  fence: always({ text: (usual) => `\`\`\`json\n${usual}\n\`\`\`` }),
  reasoning: always({ text: (usual) => `<think>Let me see {"ids": ["x"]}</think>\n${usual}` }),
  cut: always({ text: (usual) => usual.slice(0, 20), finish: 'length' }),
  'cut-once': once({ text: (usual) => usual.slice(0, 20), finish: 'length' }),
  prose: always({ text: () => 'I think the first card is best.' }),
  'prompt-cut': always({ inputTokens: 100 }),
  bytewise: always({ bytewise: true }),
  slow: always({ tokenMs: 20 }),
  silent: always({ silent: true }),
  'echo-key': (_n, _body) => ({ status: 401, message: 'Incorrect API key provided: {key}' }),
  'no-schema': refuse(
    (body) => format(body) === 'json_schema' || typeof body.format === 'object',
    'response_format json_schema is not supported',
  ),
  'no-bounds': refuse(
    (body) => /"(?:enum|maxItems|minItems|maxLength)"/.test(JSON.stringify(body)),
    "Invalid schema: 'maxItems' is not permitted",
  ),
  'no-format': refuse(
    (body) => format(body) !== undefined || body.format !== undefined,
    "'response_format.type' is not supported here",
  ),
  'no-json-object': refuse(
    (body) => format(body) === 'json_object',
    "'response_format.type' must be 'json_schema' or 'text'",
  ),
  'no-temperature': refuse(
    (body) => body.temperature !== undefined,
    "Unsupported value: 'temperature' does not support 0",
  ),
  'no-max-tokens': refuse(
    (body) => body.max_tokens !== undefined,
    "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
  ),
  'no-caps': refuse(
    (body) => body.max_tokens !== undefined || body.max_completion_tokens !== undefined,
    'max_tokens is not supported',
  ),
  'no-tools': refuse((body) => body.tools !== undefined, 'tool_choice is not supported by this model'),
  'no-stream-options': refuse((body) => body.stream_options !== undefined, 'stream_options: unknown field'),
};
