import { filtersFrom } from '$lib/data/explore/filter';
import { decodeShare } from '$lib/serbench/lab/share/decode';
import { encodeShare } from '$lib/serbench/lab/share/encode';
import { openShared } from '$lib/serbench/lab/share/open';
import { pack, unpack } from '$lib/serbench/lab/share/packing';
import { readModelLink } from '$lib/ui/embedding/link';
import { printLink, readLink } from '$lib/ui/retrieve/choice';
import { printChoice, readChoice } from '$lib/ui/score/choice';
import { below, damage, oddText, pick, type Random } from '../random';

const POOL = ['a', 'b', 'c', '__proto__', 'İ', 'e f'];

function makeShare(random: Random): string {
  const some = () => POOL.filter(() => random() < 0.4);
  const groups = Array.from({ length: 1 + below(random, 3) }, (_, at) => ({
    group_id: `G${at}`,
    role: oddText(random, 8, ['definition']),
    acceptable_evidence_ids: ['a', ...some().filter((id) => id !== 'a')],
    minimum_required: 1,
    necessity_weight: pick(random, [1, 0.5, 3]),
  }));
  const certificate = {
    state_id: 's',
    required_evidence_groups: groups,
    alternative_minimal_sets: [some(), some()],
    observed_evidence_ids: [],
  };
  const budget = { items: 8, tokens: random() < 0.5 ? 900 : null };
  return encodeShare(
    { kind: 'state', split: 'demo', stateId: 's' },
    { certificate, answer: some(), budget },
    POOL,
  );
}

/** A sound link, one damaged in its letters, one packed anew from damaged text, or mere text. */
function makeLink(random: Random, size: number): string {
  const sound = makeShare(random);
  const how = random();
  if (how < 0.1) return sound;
  const spoil = (text: string) => new TextDecoder().decode(damage(random, new TextEncoder().encode(text)));
  if (how < 0.4) return spoil(sound);
  if (how < 0.8) return pack(spoil(unpack(sound).text));
  return how < 0.9 ? pack(oddText(random, size)) : oddText(random, size);
}

/** Shared drafts: any text opens as a draft over the pool, and says what it left out; nothing is invented. */
export const shares = {
  name: 'shares',
  run(random: Random, size = 400): number {
    const link = makeLink(random, size);
    const { draft, dropped } = openShared(decodeShare(link), 's', POOL, []);
    const groups = draft.certificate.required_evidence_groups;
    const named = [
      ...groups.flatMap((group) => group.acceptable_evidence_ids),
      ...draft.certificate.alternative_minimal_sets.flat(),
      ...draft.answer,
    ];
    const foreign = named.find((id) => !POOL.includes(id));
    if (foreign !== undefined) throw new Error(`The link ${JSON.stringify(link)} gives the unit ${foreign}`);
    if (dropped.some((note) => note.trim() === '')) throw new Error('A note of what was left out is blank');
    return link.length;
  },
};

const NAMES = ['k', 'views', 'depth', 'cap', 'lambda', 'observed', 'state', 'subset', 'measure', 'method'];
const MORE = [
  'tfidf-word.weight',
  'dense.weight',
  'model',
  'dtype',
  'boundary',
  'repo',
  'groups',
  'complete',
];
const VALUES = [
  '5,8',
  '5',
  '8, 5',
  'last',
  'dense,entity',
  'tfidf-word',
  '0',
  '60',
  '500',
  '501',
  '0.5',
  'true',
];

/** The choices of a page's link: any query is read, and what was read prints and reads again to the same. */
export const choices = {
  name: 'choices',
  run(random: Random, size = 40): void {
    const query = new URLSearchParams();
    for (let n = below(random, 8); n > 0; n -= 1) {
      const name = random() < 0.9 ? pick(random, [...NAMES, ...MORE]) : oddText(random, 6);
      query.append(name, random() < 0.5 ? pick(random, VALUES) : oddText(random, size, VALUES));
    }
    filtersFrom(query);
    readModelLink(query);
    const same = (what: string, before: unknown, after: unknown) => {
      if (JSON.stringify(before) !== JSON.stringify(after))
        throw new Error(
          `${what}: ${query.toString()} reads as ${JSON.stringify(before)}, printed ${JSON.stringify(after)}`,
        );
    };
    const again = (link: Record<string, string | null>) =>
      new URLSearchParams(
        Object.entries(link).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
      );
    const { configuration } = readLink(query);
    same('retrieve', configuration, readLink(again(printLink(configuration))).configuration);
    const { choice } = readChoice(query);
    same('score', choice, readChoice(again(printChoice(choice))).choice);
  },
};
