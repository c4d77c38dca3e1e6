import { wordCover } from '../../src/lib/complement/scripted/word-cover';

/** The mock's brain: the word-cover script over whatever prompt came in. */
export async function answerTo(prompt: string): Promise<string> {
  const outcome = await wordCover.complete(
    {
      model: 'mock',
      messages: [{ role: 'user', content: prompt }],
      temperature: 0,
      maxOutputTokens: 4096,
      schema: { name: 'evidence_ids', schema: {} },
    },
    new AbortController().signal,
  );
  return outcome.ok ? outcome.reply.text : '';
}
