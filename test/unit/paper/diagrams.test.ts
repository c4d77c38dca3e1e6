import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { construction } from '$lib/paper/figures/construction';
import { evidenceSpace } from '$lib/paper/figures/evidence-space';
import { movingNeed } from '$lib/paper/figures/moving-need';
import { stageStrip } from '$lib/paper/figures/stage-strip';
import { stageLimits, stageSizes, threeStages } from '$lib/paper/figures/three-stages';
import { loadFacts, loadPaperDemo } from '$lib/paper/load';
import { demoBounds } from '../../../scripts/paper-demo/bounds';
import { demoClusters } from '../../../scripts/paper-demo/clusters';
import { demoDiagrams } from '../../../scripts/paper-demo/diagrams';
import { readDemo } from '../../../scripts/paper-demo/read';
import { expectFigure } from '../../support/figure';

const facts = await loadFacts();
const demo = await loadPaperDemo();
const journey = demo.journeys.find(({ moments }) => moments.length === 3)!;

describe('the diagrams', () => {
  it('stand on the demo as it is', async () => {
    const { states, certificates } = await readDemo();
    const data = {
      ...demoDiagrams(states, certificates),
      bounds: await demoBounds(states, certificates),
      clusters: await demoClusters(states, certificates),
    };
    const made: unknown = JSON.parse(JSON.stringify(data));
    const kept: unknown = JSON.parse(readFileSync('src/lib/paper/data/demo.json', 'utf8'));
    expect(made).toEqual(kept);
    expect(demo.strips).toHaveLength(states.length);
  });

  it('draw the moving need', async () => {
    await expectFigure(movingNeed(journey));
  });

  it('draw what has been seen beside what is missing', async () => {
    await expectFigure(evidenceSpace(journey));
  });

  it('part each pool without rest: seen, acceptable and other, none of them twice', () => {
    for (const { moments } of demo.journeys)
      for (const { pool, observed, acceptable } of moments) {
        expect(acceptable).toBeGreaterThan(0);
        expect(pool - observed - acceptable).toBeGreaterThanOrEqual(0);
      }
  });

  it('draw how a state is made and scored', async () => {
    await expectFigure(construction(facts));
  });

  it.each(demo.journeys.map((one) => [one.instance_id, one] as const))(
    'show %s without its certificate falling behind',
    (_id, one) => {
      const figure = movingNeed(one);
      expect(figure.steps).toHaveLength(one.moments.reduce((sum, { needs }) => sum + needs.length, 0));
      expect(figure.table.rows).toHaveLength(figure.steps.length);
    },
  );

  it('draw the three stages', async () => {
    await expectFigure(threeStages(facts, 48, 'a demo state'));
  });

  it('give each call what the pool allows and no more than the paper’s limits', () => {
    const limits = stageLimits(facts);
    expect(stageSizes(limits, 120)).toEqual({ seen: [80, 112, 120], proposal: 8, region: 48, final: 8 });
    expect(stageSizes(limits, 20)).toEqual({ seen: [20, 12, 20], proposal: 8, region: 12, final: 8 });
    expect(stageSizes(limits, 384).seen).toEqual([80, 120, 120]);
  });

  it('draw a pool with its needed units', async () => {
    await expectFigure(stageStrip(facts, demo.strips[0]!));
  });

  it('count the ranks of every group', () => {
    for (const strip of demo.strips) {
      const figure = stageStrip(facts, strip);
      const marked = [...strip.cells].filter((letter) => /\d/.test(letter)).length;
      expect(figure.steps).toHaveLength(marked);
      expect(strip.cells.length).toBeGreaterThan(0);
    }
  });
});
