import { budgets } from '$lib/paper/budgets';
import type { OwnCurve, ReferenceMetric } from '$lib/paper/figures/reference-curves';
import type { OwnStrata } from '$lib/paper/figures/group-slopes';
import type { OwnScores } from '$lib/paper/own';
import { Job } from '../kit/job.svelte';
import { workspace } from '../workspace.svelte';
import { startOverlay } from './overlay';

/** More curves than these could not be told apart beside the published ones. */
const MOST = 3;

/** The reader's runs, scored at the paper's budgets, for the figures that draw them beside the published numbers. */
export class OwnRuns {
  readonly job = new Job();
  #scores: OwnScores[] = $state.raw([]);
  #scoredOn = $state('');
  readonly #worker = startOverlay();

  get runs() {
    return workspace.runs.slice(0, MOST);
  }

  /** The scores, unless they are of another split than the current one: they would carry the wrong name. */
  get #shown(): OwnScores[] {
    return this.#scoredOn === workspace.currentKey ? this.#scores : [];
  }

  curves(metric: ReferenceMetric): OwnCurve[] {
    return this.#shown.map((scores) => ({
      label: this.#label(scores),
      values: budgets.flatMap((k) => {
        const value = scores.means[`${metric}@${k}`];
        return value === undefined ? [] : [{ k, value }];
      }),
    }));
  }

  strata(k: number): OwnStrata[] {
    return this.#shown.map((scores) => ({
      label: this.#label(scores),
      values: scores.byGroups.flatMap(({ groups, states, means }) => {
        const value = means[`mss_complete@${k}`];
        return value === undefined ? [] : [{ groups, states, value }];
      }),
    }));
  }

  async score(): Promise<void> {
    const split = workspace.current;
    if (!split?.labels) return;
    const input = {
      labels: split.labels,
      labelsName: split.labelsName ?? 'labels',
      runs: $state.snapshot(this.runs.map(({ label, rows }) => ({ method: label, rows }))),
    };
    const scores = await this.job.run(({ signal, onProgress }) =>
      this.#worker.call('scoreOwnRuns', [input], { signal, onProgress }),
    );
    if (!scores) return;
    this.#scores = scores;
    this.#scoredOn = split.key;
  }

  dispose(): void {
    this.job.cancel();
    this.#worker.dispose();
  }

  #label({ method, states, of }: OwnScores): string {
    const counted = states === of ? `${of} states` : `${states} of ${of} states`;
    return `${method} (yours, ${workspace.current?.label ?? ''}, ${counted})`;
  }
}
