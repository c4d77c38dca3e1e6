import { compileCertificate } from '../../metrics/compile';
import type { MeasureName } from '../../metrics/measure';
import { readRanking } from '../../metrics/outcome';
import { measureNamed } from '../../metrics/registry';
import type { Draft } from '../draft';

/** A measure of a draft's answer at its item budget. */
export function scoreOf({ certificate, answer, budget }: Draft, name: MeasureName): number {
  const outcome = readRanking(compileCertificate(certificate), answer);
  return measureNamed(name)?.value(outcome, budget.items) ?? 0;
}

export const isComplete = (draft: Draft): boolean => scoreOf(draft, 'mss_complete') === 1;

/** Groups that are complete within the item budget, by position. */
export function completeGroups({ certificate, answer, budget }: Draft): boolean[] {
  const { groupRanks } = readRanking(compileCertificate(certificate), answer);
  return groupRanks.map((rank) => rank <= budget.items);
}
