import type { Draft } from '../draft';
import { pack } from './packing';
import { checkOf, poolMark, printRecord, SHARE_VERSION, type ShareRecord } from './record';

/** Where the pool comes from: a state of a split that both sides have, or so many units without text. */
export type ShareSource =
  { kind: 'state'; split: string; stateId: string } | { kind: 'blank'; units: number };

/** A draft as URL text: `1.` and compressed lines. Units are named by their position in the pool. */
export function encodeShare(source: ShareSource, draft: Draft, pool: readonly string[]): string {
  const position = new Map(pool.map((id, i) => [id, i]));
  const places = (ids: readonly string[]) => ids.flatMap((id) => position.get(id) ?? []);
  const { certificate, answer, budget } = draft;
  const records: ShareRecord[] = [
    source.kind === 'state'
      ? ['state', source.split, source.stateId, poolMark(pool)]
      : ['blank', source.units],
    ['budget', budget.items, budget.tokens],
    ...certificate.required_evidence_groups.map((group): ShareRecord => [
      'group',
      group.group_id,
      group.role,
      group.minimum_required,
      group.necessity_weight,
      places(group.acceptable_evidence_ids),
      ...(group.rationale === undefined ? [] : [group.rationale]),
    ]),
    ...certificate.alternative_minimal_sets.map((branch): ShareRecord => ['branch', places(branch)]),
    ['answer', places(answer)],
  ];
  const body = records.map((record) => `${printRecord(record)}\n`).join('');
  const { required_evidence_groups: groups, alternative_minimal_sets: branches } = certificate;
  // Damage can drop whole lines, each of which would be sound: the end says what should be there.
  const end = printRecord(['end', groups.length, branches.length, checkOf(body)]);
  return `${SHARE_VERSION}.${pack(`${body}${end}\n`)}`;
}
