import { compareMethods, type Compute } from '$lib/statistics/comparison/compute';
import { METHOD } from './report';
import type { Report } from './schema';
import { sealOf } from './seal';

/** One number or word that the app does not find again. */
export interface ReportDifference {
  /** e.g. `a - b, mss_complete@5, all states, failed = 0: interval.low`. */
  where: string;
  reported: string;
  recomputed: string;
}

export interface Verification {
  /** Whether anything was changed since the report was made; `absent` in reports that carry no seal. */
  seal: 'whole' | 'broken' | 'absent';
  identical: boolean;
  /** Values that were compared. */
  checked: number;
  /** The first 200 differences. */
  differences: ReportDifference[];
  total: number;
}

const MOST = 200;

/** Computes a report's comparison anew from its own scores and settings, and compares every value exactly. */
export async function verifyReport(report: Report, compute: Compute): Promise<Verification> {
  const anew = await compareMethods(report.book, report.settings, compute);
  const found = { checked: 0, differences: [] as ReportDifference[], total: 0 };
  const compare = (where: string, reported: unknown, recomputed: unknown) => {
    const a = leaves(reported);
    const b = leaves(recomputed);
    for (const path of new Set([...a.keys(), ...b.keys()])) {
      found.checked += 1;
      const [x, y] = [a.get(path), b.get(path)];
      if (x === y) continue;
      found.total += 1;
      if (found.differences.length < MOST)
        found.differences.push({
          where: `${where}${path}`,
          reported: x ?? 'absent',
          recomputed: y ?? 'absent',
        });
    }
  };
  compare('results given twice', { '': report.results.length - index(report.results).size }, { '': 0 });
  byName(report.results, anew.results, compare);
  byName(
    report.notComparable.map((one) => ({ ...one, stratum: { name: 'all states' }, treatment: '' })),
    anew.notComparable.map((one) => ({ ...one, stratum: { name: 'all states' }, treatment: '' })),
    compare,
  );
  compareNames(report, compare);
  const seal =
    report.seal === undefined ? 'absent' : report.seal === (await sealOf(report)) ? 'whole' : 'broken';
  return { identical: found.total === 0 && seal !== 'broken', seal, ...found };
}

/** What a report says twice, or that this app says the same way each time. */
function compareNames(
  { book, provenance, formatVersion }: Report,
  compare: (where: string, reported: unknown, recomputed: unknown) => void,
): void {
  for (const key of Object.keys(METHOD) as (keyof typeof METHOD)[])
    compare(`how it was made: ${key}`, { '': provenance[key] }, { '': METHOD[key] });
  if (formatVersion === 1) return;
  const told = ({ origin, configurationHash }: { origin: string; configurationHash: string | null }) => ({
    origin,
    configurationHash,
  });
  const runs = new Map(provenance.runs.map((run) => [run.label ?? run.method, run]));
  for (const method of book.methods) {
    const run = runs.get(method.method);
    compare(`run ${method.method}: `, run && { name: method.method, ...told(run) }, {
      name: method.method,
      ...told(method),
    });
  }
}

interface Named {
  left: string;
  right: string | null;
  column: string;
  stratum: { name: string; kind?: string };
  treatment: string;
}

const nameOf = ({ left, right, column, stratum, treatment }: Named) =>
  `${right === null ? left : `${left} - ${right}`}, ${column}, ${stratum.kind ? `${stratum.kind}: ` : ''}${stratum.name}${treatment && `, ${treatment}`}`;

function byName<T extends Named>(
  a: T[],
  b: T[],
  compare: (where: string, x: unknown, y: unknown) => void,
): void {
  const [one, other] = [index(a), index(b)];
  for (const name of new Set([...one.keys(), ...other.keys()]))
    compare(`${name}: `, one.get(name), other.get(name));
}

const index = <T extends Named>(list: T[]) => new Map(list.map((one) => [nameOf(one), one]));

/** Every leaf of a value by its path, printed with all digits. */
function leaves(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) leaves(part, path === '' ? key : `${path}.${key}`, into);
  else if (value !== undefined) into.set(path, Object.is(value, -0) ? '0' : JSON.stringify(value));
  return into;
}
