import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundedSchema } from '$lib/complement/reply/parse';
import { networkModel, type ChatTools } from '$lib/llm/chat';
import { startMock, type Mock } from '../../mock-llm/server';
import { endpoint, makeTools, REQUEST } from './tools';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const BOUNDED = { ...REQUEST, bounded: boundedSchema(['a', 'b', 'b'], 4, 8) };
const never = new AbortController().signal;

/** The rung of the reply, and the schema that each request carried. */
async function asked(
  protocol: 'openai' | 'ollama',
  scenario: string,
  request = BOUNDED,
  tools: ChatTools = makeTools(),
) {
  const schemas: unknown[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const body = JSON.parse(String(init?.body)) as {
      format?: unknown;
      response_format?: { json_schema?: { schema: unknown } };
    };
    schemas.push(body.format ?? body.response_format?.json_schema?.schema ?? null);
    return globalThis.fetch(input, init);
  };
  const outcome = await networkModel(endpoint(mock, protocol, scenario), { ...tools, fetch }).complete(
    request,
    never,
  );
  return { rung: outcome.ok ? outcome.reply.rung : null, schemas };
}

describe('a schema that bounds what it asks for', () => {
  it('names the ids that are shown, and asks for no more than there are', () => {
    expect(BOUNDED.bounded.schema.properties).toEqual({
      ids: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 2, maxItems: 2 },
      missing: { type: 'string', maxLength: 2000 },
    });
    expect(boundedSchema(['a', 'b', 'c'], 1, 2).schema.properties.ids).toMatchObject({
      minItems: 1,
      maxItems: 2,
    });
  });

  it.each(['openai', 'ollama'] as const)('is what %s is asked by first', async (protocol) => {
    expect(await asked(protocol, 'ok')).toEqual({ rung: 'bounded', schemas: [BOUNDED.bounded.schema] });
  });

  it.each(['openai', 'ollama'] as const)(
    '%s: an endpoint that refuses a bound is asked by the plain schema, from then on at once',
    async (protocol) => {
      const tools = makeTools();
      const plain = REQUEST.schema.schema;
      expect(await asked(protocol, 'no-bounds', BOUNDED, tools)).toEqual({
        rung: 'schema',
        schemas: [BOUNDED.bounded.schema, plain],
      });
      expect(await asked(protocol, 'no-bounds', BOUNDED, tools)).toEqual({
        rung: 'schema',
        schemas: [plain],
      });
    },
  );

  it('steps on to JSON mode where no schema is taken', async () => {
    const { rung, schemas } = await asked('openai', 'no-schema');
    expect(rung).toBe('json');
    expect(schemas).toHaveLength(3);
  });

  it('is not given up by a request that has no bounds', async () => {
    const tools = makeTools();
    expect(await asked('openai', 'ok', REQUEST as typeof BOUNDED, tools)).toMatchObject({ rung: 'schema' });
    expect(await asked('openai', 'ok', BOUNDED, tools)).toMatchObject({ rung: 'bounded' });
  });
});
