import { describe, expect, it } from 'vitest';
import { libraChecks } from '$lib/paper/libra/checks';
import { libraCost, libraInstances } from '$lib/paper/libra/counts';
import { libraLoop } from '$lib/paper/libra/loop';
import { libraTraining } from '$lib/paper/libra/training';
import { libraTrajectories } from '$lib/paper/libra/trajectories';
import { libraTransfer } from '$lib/paper/libra/transfer';
import { loadLibraFacts, loadLibraTables } from '$lib/paper/load';
import { newDocument } from '../../support/document';
import { expectFigure } from '../../support/figure';
import { renderFigure } from '$lib/figure/render';
import { serialise } from '$lib/figure/serialise';

const tables = await loadLibraTables();
const facts = await loadLibraFacts();
const round = { batch: 400, accuracy: 0.603, origin: 'Accuracy before training.' };

const figures = [
  libraTraining(tables[0]!),
  libraTransfer(tables[1]!),
  libraInstances(tables[2]!, facts),
  libraCost(tables[3]!),
  libraTrajectories(tables[4]!),
  libraLoop(round),
];

describe('the Libra figures', () => {
  it('stand on six tables', () => {
    expect(tables.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6].map((at) => `libra-table-0${String(at)}`));
  });

  it.each(figures.map((figure) => [figure.id, figure] as const))('draws %s', async (_id, figure) => {
    await expectFigure(figure);
  });

  it('counts a round', () => {
    expect(libraLoop(round).steps[3]).toMatch(/^159 failures/);
    const better = renderFigure(
      libraLoop({ ...round, accuracy: 0.807 }),
      { width: 640, dark: false, focus: null },
      newDocument(),
    );
    expect(serialise(better)).toContain('77 wrong files');
  });

  it('names the rest that the text does not print', () => {
    expect(figures[2]!.table.rows.at(-1)).toEqual(['unchanged (computed)', 87, 29]);
  });
});

describe('derived numbers of Libra', () => {
  it('agree with the printed ones', () => {
    const checks = libraChecks(tables, facts);
    expect(checks.length).toBeGreaterThan(12);
    expect(checks.filter(({ agrees }) => !agrees)).toEqual([]);
  });
});
