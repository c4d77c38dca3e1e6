import type { RowFaults } from '$lib/serbench/reading/row-faults';
import type { Prediction } from '$lib/serbench/prediction';

/** One unit's place in a file, before the order is made. */
export interface Place {
  state: string;
  method: string;
  unit: string;
  /** What the order is made from: a rank ascending, or a score descending. */
  key: number;
  line: number;
  /** The other number of a row that has both; only checked. */
  score?: number;
}

/**
 * Gathers places into answers, states and methods in the order of their first line. A unit or rank that stands twice
 * for a state is an error at its second line; a score that contradicts the ranks is a warning, and the ranks stand.
 */
export class RankedRows {
  private readonly answers = new Map<string, Place[]>();
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly faults: RowFaults,
    private readonly by: 'rank' | 'score',
  ) {}

  add(place: Place): void {
    const answer = JSON.stringify([place.method, place.state]);
    if (this.repeats(answer, 'unit', place.unit, place)) return;
    if (this.by === 'rank' && this.repeats(answer, 'rank', String(place.key), place)) return;
    const places = this.answers.get(answer);
    if (places === undefined) this.answers.set(answer, [place]);
    else places.push(place);
  }

  rows(): Prediction[] {
    const sign = this.by === 'rank' ? 1 : -1;
    let warned = false;
    return [...this.answers.values()].map((places) => {
      const sorted = places.toSorted((a, b) => sign * (a.key - b.key) || (a.unit < b.unit ? -1 : 1));
      const wrong = sorted.find((place, i) => (place.score ?? 0) > (sorted[i - 1]?.score ?? Infinity));
      if (wrong !== undefined && !warned) {
        warned = true;
        this.warn(wrong);
      }
      const { state = '', method = '' } = sorted[0] ?? {};
      return { state_id: state, method, ranked_evidence_ids: sorted.map(({ unit }) => unit) };
    });
  }

  private repeats(answer: string, what: 'unit' | 'rank', value: string, { line, state }: Place): boolean {
    const key = JSON.stringify([answer, what, value]);
    const first = this.seen.get(key);
    if (first === undefined) {
      this.seen.set(key, line);
      return false;
    }
    const name = `${what === 'unit' ? 'Unit' : 'Rank'} ${JSON.stringify(value)}`;
    this.faults.line = line;
    this.faults.add(
      what === 'unit' ? 'duplicate-evidence-id' : 'duplicate-rank',
      `${name} of state ${JSON.stringify(state)} stands on line ${first} already; keep one.`,
      { path: [what], value },
    );
    return true;
  }

  private warn(place: Place): void {
    this.faults.line = place.line;
    this.faults.add(
      'scores-disagree',
      `The score of ${JSON.stringify(place.unit)} is above that of the rank before it. The ranks stand.`,
      { path: ['score'], value: String(place.score), severity: 'warning' },
    );
  }
}
