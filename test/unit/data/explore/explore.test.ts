import { describe, expect, test } from 'vitest';
import { completeAt } from '$lib/data/explore/complete';
import { facetCounts, filterStates, filtersFrom, type FilterContext } from '$lib/data/explore/filter';
import { highlightLines, languageOf } from '$lib/data/explore/highlight';
import { readPreparedState } from '$lib/data/explore/read-state';
import { poolRelations } from '$lib/data/explore/relations';
import { cutLines, upstreamOf } from '$lib/data/explore/upstream';
import { visible } from '$lib/data/explore/visible';
import type { StateSummary } from '$lib/data/ingest/prepared';
import type { Unit } from '$lib/serbench/state';
import { golden, prepared } from '../../../support/split';

const unit = (id: string, path: string, first: number, last: number, hash?: string): Unit => ({
  evidence_id: id,
  content_excerpt: id,
  source_path: path,
  line_start: first,
  line_end: last,
  ...(hash === undefined ? {} : { content_sha256: hash }),
});

describe('invisible characters are shown by name', () => {
  test.each([
    ['a\0b', 'a␀b'],
    ['\u001b[31mred', '␛[31mred'],
    ['user\u202e\u2066admin', 'user⟦U+202E⟧⟦U+2066⟧admin'],
    ['zero\u200bwidth\ufeff', 'zero⟦U+200B⟧width⟦U+FEFF⟧'],
    ['tab\tand\r\nline\u2028end\r', 'tab\tand\nline⟦U+2028⟧end␍'],
    ['<script>alert(1)</script> & é 🎉', '<script>alert(1)</script> & é 🎉'],
  ])('%j', (text, shown) => expect(visible(text)).toBe(shown));
});

test('duplicates go by hash, overlaps by file and lines, both ways', () => {
  const pool = [
    unit('w1', 'a.py', 1, 120, 'h1'),
    unit('w2', 'a.py', 101, 220, 'h2'),
    unit('f', 'a.py', 110, 115, 'h3'),
    unit('other', 'b.py', 110, 115, 'h3'),
    unit('far', 'a.py', 221, 300),
  ];
  expect(poolRelations(pool)).toEqual([
    { same: [], overlapping: [1, 2] },
    { same: [], overlapping: [0, 2] },
    { same: [3], overlapping: [0, 1] },
    { same: [2], overlapping: [] },
    { same: [], overlapping: [] },
  ]);
});

describe('facets', () => {
  const state = (position: number, over: Partial<StateSummary>): StateSummary => ({
    position,
    state_id: `s${position}`,
    instance_id: 'i',
    repo: 'a/b',
    split: 'cal500',
    state_type: 'before_search',
    title: '',
    pool: 20,
    steps: 1,
    observedIds: 0,
    observedFlags: 0,
    start: 0,
    end: 0,
    ...over,
  });
  const states = [
    state(0, {}),
    state(1, { repo: 'c/d', observedIds: 2, observedFlags: 2 }),
    state(2, { state_type: 'before_edit', observedFlags: 20 }),
  ];
  const context: FilterContext = {
    groups: new Map([
      ['s0', 1],
      ['s1', 6],
    ]),
    complete: new Map([
      ['s0', true],
      ['s1', false],
    ]),
    found: null,
  };
  const ids = (query: string, more: Partial<FilterContext> = {}) =>
    filterStates(states, filtersFrom(new URLSearchParams(query)), { ...context, ...more }).map(
      (one) => one.position,
    );

  test('each narrows, together they intersect', () => {
    expect(ids('')).toEqual([0, 1, 2]);
    expect(ids('boundary=before_edit')).toEqual([2]);
    expect(ids('groups=4')).toEqual([1]);
    expect(ids('overlap=differ')).toEqual([2]);
    expect(ids('overlap=none')).toEqual([0]);
    expect(ids('complete=no')).toEqual([1]);
    expect(ids('repo=a/b&complete=yes')).toEqual([0]);
    expect(ids('', { found: new Set(['s2']) })).toEqual([2]);
    expect(ids('overlap=nonsense&complete=maybe')).toEqual([0, 1, 2]);
  });

  test('a facet that nothing is known for hides nothing', () => {
    const unknown = { ...context, groups: new Map<string, number>(), complete: null };
    const left = filterStates(states, filtersFrom(new URLSearchParams('groups=2&complete=yes')), unknown);
    expect(left).toEqual(states);
  });

  test('counts leave the facet itself out', () => {
    const filters = { boundary: 'before_search', repo: 'c/d' };
    expect(facetCounts(states, filters, context, 'repo')).toEqual([
      ['a/b', 1],
      ['c/d', 1],
    ]);
    expect(facetCounts(states, filters, context, 'boundary')).toEqual([['before_search', 1]]);
    expect(facetCounts(states, {}, context, 'groups')).toEqual([
      ['1', 1],
      ['4', 1],
    ]);
  });
});

describe('highlighting', () => {
  test('keeps every character in its line', async () => {
    const text = 'def f(x):\n    """two\nlines"""\n\n    return "<b>" + x  # é\n';
    const lines = await highlightLines(text, 'a/b.py');
    expect(lines.map((line) => line.map((span) => span.text).join('')).join('\n')).toBe(text);
    expect(lines[0]![0]).toEqual({ text: 'def', kind: 'keyword' });
    expect(lines[2]!.some((span) => span.kind === 'string')).toBe(true);
  });

  test('leaves unknown languages and long texts plain', async () => {
    expect(languageOf('Makefile')).toBeNull();
    for (const name of ['constructor', '__proto__', 'valueof']) expect(languageOf(`a.${name}`)).toBeNull();
    expect(languageOf('b/a.PY')).toBe('python');
    expect(await highlightLines('a\n\nb', 'x.unknown')).toEqual([
      [{ text: 'a', kind: '' }],
      [],
      [{ text: 'b', kind: '' }],
    ]);
    expect((await highlightLines('x'.repeat(2_000_000), 'a.py'))[0]).toHaveLength(1);
  });
});

test('upstream links name commit and lines, and only real repositories', () => {
  const one = unit('a', 'src/a b#.py', 3, 9);
  const commit = 'a'.repeat(40);
  expect(upstreamOf('o/r', commit, one)).toEqual({
    page: `https://github.com/o/r/blob/${commit}/src/a%20b%23.py#L3-L9`,
    raw: `https://raw.githubusercontent.com/o/r/${commit}/src/a%20b%23.py`,
  });
  expect(upstreamOf('o/r', 'main', one)).toBeNull();
  expect(upstreamOf('https://evil.example/x', commit, one)).toBeNull();
  expect(cutLines('1\r\n2\n3\n', 2, 3)).toBe('2\n3');
});

test('a state is read back from the prepared text; completeness is the core’s', async () => {
  const { items, labels } = golden('scorer');
  const split = await prepared(items, labels);
  const last = split.summaries.length - 1;
  const state = await readPreparedState(split, last);
  const raw = JSON.parse(items.trim().split('\n')[last]!) as {
    state_id: string;
    candidate_evidence: { evidence_id: string }[];
  };
  expect(state?.state_id).toBe(raw.state_id);
  expect(state?.candidate_evidence.map((u) => u.evidence_id)).toEqual(
    raw.candidate_evidence.map((u) => u.evidence_id),
  );
  expect(await readPreparedState(split, last + 1)).toBeNull();
  const certificate = split.certificates[0]!;
  const [first] = JSON.parse(new TextDecoder().decode(split.pools)) as string[][];
  const rows = [{ state_id: certificate.state_id, method: 'm', ranked_evidence_ids: first! }];
  expect([...completeAt(rows, split.certificates, 1000)]).toEqual([[certificate.state_id, true]]);
  expect([...completeAt([{ ...rows[0]!, ranked_evidence_ids: [] }], split.certificates, 5)][0]?.[1]).toBe(
    false,
  );
});

test('names of prototypes are ids, boundaries and repositories like others', async () => {
  const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
  const pool = names.map((evidence_id) => ({
    evidence_id,
    content_excerpt: 'x',
    source_path: `a.${evidence_id}`,
  }));
  const rows = names.map((state_id) =>
    JSON.stringify({ state_id, repo: state_id, state_type: state_id, candidate_evidence: pool }),
  );
  const label = (state_id: string) => ({
    state_id,
    required_evidence_groups: names.map((name) => ({
      group_id: name,
      role: name,
      acceptable_evidence_ids: [name],
      minimum_required: 1,
      necessity_weight: 1,
    })),
    observed_evidence_ids: [],
  });
  const split = await prepared(rows.join('\n'), names.map((name) => JSON.stringify(label(name))).join('\n'));
  expect(split.summaries.map(({ state_id }) => state_id)).toEqual(names);
  const ranking = names.map((state_id) => ({ state_id, method: 'm', ranked_evidence_ids: names }));
  const complete = completeAt(ranking, split.certificates, 4);
  const context = { groups: new Map<string, number>(), complete, found: null };
  expect(filterStates(split.summaries, { complete: 'yes' }, context)).toHaveLength(4);
  for (const facet of ['boundary', 'repo'] as const) {
    expect(facetCounts(split.summaries, {}, context, facet).map(([value]) => value)).toEqual(
      [...names].sort(),
    );
  }
});
