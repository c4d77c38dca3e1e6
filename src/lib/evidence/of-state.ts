import type { State, Unit } from '$lib/serbench/state';
import type { EvidenceDocument, EvidenceUnit } from './document';

export interface EvidenceTools {
  /** SHA-256 of a text's UTF-8 bytes, lower-case hex. */
  digest(text: string): Promise<string>;
  countTokens(text: string): number;
  tokenizer: string;
}

/**
 * The document of a delivered set: units in the given order. A unit's text is the excerpt that the state holds;
 * whether that is all of it, the unit's own hash says. Rejects with a RangeError for an id outside the pool.
 */
export async function evidenceOf(
  state: State,
  set: { ids: readonly string[]; skipped: readonly string[]; ceiling: number },
  tools: EvidenceTools,
): Promise<EvidenceDocument> {
  const pool = new Map(state.candidate_evidence.map((unit) => [unit.evidence_id, unit]));
  const units = await Promise.all(
    set.ids.map((id) => {
      const unit = pool.get(id);
      if (!unit) throw new RangeError(`${id} is not in the pool of ${state.state_id}`);
      return unitOf(unit, tools);
    }),
  );
  return {
    format: 'complement-evidence-1',
    title: state.issue.trim().split(/[\r\n]/)[0] ?? '',
    repo: state.repo,
    commit: state.base_commit ?? null,
    need: state.information_need.trim(),
    tokenizer: tools.tokenizer,
    tokens: units.reduce((sum, unit) => sum + unit.tokens, 0),
    ceiling: set.ceiling,
    units,
    skipped: [...set.skipped],
  };
}

async function unitOf(unit: Unit, { digest, countTokens }: EvidenceTools): Promise<EvidenceUnit> {
  const text = unit.content_excerpt;
  const sha256 = unit.content_sha256?.toLowerCase() ?? null;
  return {
    evidence_id: unit.evidence_id,
    path: unit.source_path,
    start: unit.line_start ?? null,
    end: unit.line_end ?? unit.line_start ?? null,
    symbol: unit.symbol ?? '',
    language: unit.language ?? '',
    text,
    content_sha256: sha256,
    cut: sha256 === null ? null : (await digest(text)) !== sha256,
    tokens: countTokens(text),
  };
}
