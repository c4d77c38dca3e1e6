import { check, half, type Check } from '../derived/check';
import { factNumber, num, rowWhere, text } from '../cells';
import type { PaperFacts, PaperTable } from '../schema';

/** What the Libra paper's printed numbers let one recompute. */
export function libraChecks(tables: readonly PaperTable[], facts: PaperFacts): Check[] {
  const table = (at: number): PaperTable => {
    const found = tables.find(({ id }) => id === `libra-table-0${String(at)}`);
    if (!found) throw new Error(`No Libra table ${String(at)}`);
    return found;
  };
  const fact = (id: string) => factNumber(facts, id);
  const accuracy = (step: number) => num(rowWhere(table(1), { step }), 'test_file_accuracy');
  const cost = (part: string) => num(rowWhere(table(4), { part }), 'cost');
  const instances = (outcome: string) => num(rowWhere(table(3), { outcome }), 'instances');
  return [
    check(
      'libra-table-01',
      'gain of the first 5 steps',
      fact('sympy.first_gain'),
      accuracy(5) - accuracy(0),
      half(1),
    ),
    check(
      'libra-table-01',
      'instances of the run',
      fact('sympy.instances'),
      fact('sympy.steps') * fact('sympy.batch'),
      0,
    ),
    ...table(1).rows.map((row) =>
      check(
        'libra-table-01',
        `instances at step ${String(num(row, 'step'))}`,
        num(row, 'instances'),
        num(row, 'step') * fact('sympy.batch'),
        0,
      ),
    ),
    ...table(2).rows.map((row) =>
      check(
        'libra-table-02',
        `gain of ${text(row, 'solver')}`,
        num(row, 'gain'),
        num(row, 'with_catalog') - num(row, 'without_catalog'),
        half(1),
      ),
    ),
    ...table(3).rows.map((row) =>
      check(
        'libra-table-03',
        `share ${text(row, 'outcome')}`,
        num(row, 'share'),
        (num(row, 'instances') / fact('sympy.test')) * 100,
        half(1),
      ),
    ),
    check(
      'libra-table-03',
      'improved to worsened',
      fact('instances.ratio'),
      instances('improved') / instances('worsened'),
      half(1),
    ),
    check(
      'libra-table-04',
      'total cost',
      cost('total'),
      cost('Train-Eval (Solver)') + cost('Healer'),
      half(2),
    ),
    ...table(5).rows.map((row) => {
      const letters = ['early', 'transition', 'late'].map((name) => text(row, name)).join('');
      return check(
        'libra-table-05',
        `evaluations of ${text(row, 'instance')}`,
        fact('sympy.steps') / 5 + 1,
        letters.length,
        0,
      );
    }),
  ];
}
