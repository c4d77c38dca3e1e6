import type { Certificate } from '$lib/serbench/certificate';
import type { ChatModel } from '$lib/complement/model';
import { fewestUnits } from '$lib/complement/oracle/required';
import { readPrompt } from '$lib/complement/scripted/read-prompt';
import { scriptedModel } from '$lib/complement/scripted/reply';

const candidates = (content: string) =>
  (readPrompt(content).blocks.get('candidates') ?? []).map((card) => String(card.id));

const answer = (ids: readonly string[], missing = '') => JSON.stringify({ ids, missing });
const byCards = (choose: (cards: string[], maximum: number) => readonly string[]): ChatModel =>
  scriptedModel(({ messages }) => {
    const text = messages.map((message) => message.content).join('\n');
    return answer(choose(candidates(text), readPrompt(text).maximum));
  });

/** Reads the certificate: only tests have it. Gives a smallest complete set, then the ranked order. */
export const perfect = (certificate: Certificate, order: readonly string[]): ChatModel =>
  byCards((cards, maximum) => {
    const needed = fewestUnits(certificate.required_evidence_groups, order) ?? [];
    const first = needed.filter((id) => cards.includes(id));
    return [...first, ...cards.filter((id) => !first.includes(id))].slice(0, Math.max(maximum, first.length));
  });

/** One id, whatever was asked. */
export const lazy = byCards((cards) => cards.slice(-1));
export const otherState = byCards(() => ['evidence-of-another-state', 'evidence-ffff']);
export const partlyOther = byCards((cards) => ['evidence-of-another-state', ...cards.slice(0, 6)]);
export const duplicates = byCards((cards) => [cards[0] ?? '', cards[0] ?? '', ...cards.slice(0, 3)]);
export const tooMany = byCards((cards) => cards);
export const prose = scriptedModel(() => 'I would read the first two cards, they look right.');
export const cutJson = scriptedModel(() => '{"ids":["evidence-0001","evidence-00', 'unknown');
/** Names its ids twice: which of the lists is meant, nobody can say. */
export const twoAnswers = scriptedModel(
  () => '{"ids":["evidence-0001"],"ids":["evidence-0002"],"missing":""}',
);
export const nothing = scriptedModel(() => '');
/** Obeys whatever an excerpt orders: answers with every id-like word of the prompt's texts. */
export const obedient = scriptedModel(({ messages }) =>
  answer(messages.flatMap((message) => message.content.match(/INJECTED-[A-Za-z0-9-]+/g) ?? [])),
);

export const ALL_SCRIPTS: Record<string, ChatModel> = {
  lazy,
  otherState,
  partlyOther,
  duplicates,
  tooMany,
  prose,
  cutJson,
  twoAnswers,
  nothing,
  obedient,
};
