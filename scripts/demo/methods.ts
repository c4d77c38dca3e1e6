import type { State, Unit } from '../../src/lib/serbench/state';
import { compareCodePoints } from '../../src/lib/serbench/code-point';
import { codeTokens } from './search';

/** Answers of the demo's own methods have at most this many units. */
export const ANSWER = 8;
const FEWEST = 4;
const REPEAT = 2 / 3;

interface Scored {
  unit: Unit;
  /** Saturated frequency times idf, by query term. */
  gains: Map<string, number>;
}

/** BM25's parts per unit and term over path and excerpt, with code-aware tokens; statistics from the pool. */
function score(state: State, texts: readonly string[]): Scored[] {
  const units = state.candidate_evidence;
  const documents = units.map((unit) => codeTokens(`${unit.source_path}\n${unit.content_excerpt}`));
  const average = documents.reduce((sum, words) => sum + words.length, 0) / documents.length;
  const terms = [...new Set(texts.flatMap(codeTokens))];
  const frequency = (term: string) => documents.filter((words) => words.includes(term)).length;
  const idf = new Map(
    terms.map((term) => [
      term,
      Math.log(1 + (units.length - frequency(term) + 0.5) / (frequency(term) + 0.5)),
    ]),
  );
  return units.map((unit, index) => {
    const words = documents[index] ?? [];
    const gains = new Map<string, number>();
    for (const term of terms) {
      const tf = words.filter((word) => word === term).length;
      if (tf === 0) continue;
      gains.set(
        term,
        ((idf.get(term) ?? 0) * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * words.length) / average)),
      );
    }
    return { unit, gains };
  });
}

/** What both of the demo's methods search for, so that they differ in how they choose only. */
const wanted = (state: State) => [state.information_need, state.current_subgoal, state.current_hypothesis];

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const byScore = (a: [Scored, number], b: [Scored, number]) =>
  b[1] - a[1] || compareCodePoints(a[0].unit.evidence_id, b[0].unit.evidence_id);

/** `relevance_only`: each unit on its own, by BM25 for need, subgoal and hypothesis; the leading eight. */
export function relevanceOnly(state: State): string[] {
  return score(state, wanted(state))
    .map((scored): [Scored, number] => [scored, sum(scored.gains.values())])
    .sort(byScore)
    .slice(0, ANSWER)
    .map(([{ unit }]) => unit.evidence_id);
}

/** Share of the smaller unit's lines that both have. */
function overlap(a: Unit, b: Unit): number {
  if (a.source_path !== b.source_path) return 0;
  const [aStart, aEnd, bStart, bEnd] = [
    a.line_start ?? 0,
    a.line_end ?? 0,
    b.line_start ?? 0,
    b.line_end ?? 0,
  ];
  const shared = Math.min(aEnd, bEnd) - Math.max(aStart, bStart) + 1;
  return Math.max(0, shared) / (Math.min(aEnd - aStart, bEnd - bStart) + 1);
}

/**
 * `coverage_greedy`: the unit that adds most next to those already taken. A query term loses a third of its
 * worth each time it was covered; a unit that overlaps an observed or taken one by half is skipped; it stops after eight,
 * or after four once a unit adds under an eighth of what the first did.
 */
export function coverageGreedy(state: State): string[] {
  const scored = score(state, wanted(state));
  const observed = new Set(state.observed_evidence_ids);
  const taken: Unit[] = state.candidate_evidence.filter((unit) => observed.has(unit.evidence_id));
  const covered = new Map<string, number>();
  const answer: string[] = [];
  let first = 0;
  while (answer.length < ANSWER) {
    const best = scored
      .filter(({ unit }) => taken.every((other) => overlap(unit, other) < 0.5))
      .map((entry): [Scored, number] => [
        entry,
        sum([...entry.gains].map(([term, gain]) => gain * REPEAT ** (covered.get(term) ?? 0))),
      ])
      .sort(byScore)[0];
    if (best === undefined || best[1] === 0) break;
    const [{ unit, gains }, gain] = best;
    if (answer.length === 0) first = gain;
    if (answer.length >= FEWEST && gain < first / 8) break;
    answer.push(unit.evidence_id);
    taken.push(unit);
    for (const term of gains.keys()) covered.set(term, (covered.get(term) ?? 0) + 1);
  }
  return answer;
}
