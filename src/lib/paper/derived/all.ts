import type { Published } from '../published';
import * as action from './action';
import * as ama from './ama';
import type { Check } from './check';
import * as counts from './counts';
import * as main from './main';
import * as strata from './strata';

const groups = [main, strata, action, ama, counts].flatMap((module) => Object.values(module));

/** Every derived number of the paper that its own tables let one recompute, in the order of the tables. */
export function derivedChecks(data: Published): Check[] {
  const checks = groups.flatMap((run) => run(data));
  return checks.sort((a, b) => (a.table < b.table ? -1 : a.table > b.table ? 1 : 0));
}
