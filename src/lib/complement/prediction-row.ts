import type { DerivedMethod } from './methods';
import { fixedTop, singleStage } from './controls/derived';
import { renderUnits, type Rendered } from './render';
import type { RunSetting, StateDone } from './run/types';

/** A row of `predictions.jsonl` of these methods: the three required members, then where it comes from. */
export interface ComplementRow {
  state_id: string;
  method: string;
  ranked_evidence_ids: string[];
  configuration_sha256: string;
  /** Stages that fell back to the ranked order. */
  fallbacks: number;
  source_tokens: number;
}

/** The method's own row. */
export function predictionRow(done: StateDone, setting: RunSetting): ComplementRow {
  return row(setting.configuration.method, done, done.rendered, setting);
}

/** A derived row: read off an mss-complement result, no call. */
export function derivedRow(
  method: DerivedMethod,
  done: StateDone,
  tokensOf: (id: string) => number,
  setting: RunSetting,
): ComplementRow {
  const { limits, render } = setting.configuration;
  const ids =
    method === 'single-stage' ? singleStage(done.selection) : fixedTop(done.selection, limits.finalMaximum);
  return row(method, done, renderUnits(ids, tokensOf, render.tokenCeiling), setting);
}

function row(method: string, done: StateDone, rendered: Rendered, setting: RunSetting): ComplementRow {
  return {
    state_id: done.state_id,
    method,
    ranked_evidence_ids: rendered.ids,
    configuration_sha256: setting.configurationSha256,
    fallbacks: done.fallbacks,
    source_tokens: rendered.tokens,
  };
}

/** The rows as JSON Lines, LF line ends; the same rows give the same bytes. */
export function predictionLines(rows: readonly ComplementRow[]): string {
  return rows.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}
