import { parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '$lib/data/duckdb/engine';
import { exportResult } from '$lib/data/duckdb/export';
import { loadTables, receiveTables, RowsMissing } from '$lib/data/duckdb/load';
import { loadRuns } from '$lib/data/duckdb/load-runs';
import { runQuery, StoredResult } from '$lib/data/duckdb/query';
import { searchUnits } from '$lib/data/duckdb/search';
import type { KeptPrepared } from '$lib/data/ingest/prepared';
import { allTables } from '$lib/data/tables/all';
import { views } from '$lib/data/tables/views';
import type { Certificate } from '$lib/serbench/certificate';
import type { Prediction } from '$lib/serbench/prediction';
import { scoreRun } from '$lib/serbench/score/score-run';
import { valueAt } from '$lib/serbench/score/sheet';
import type { State } from '$lib/serbench/state';
import { quietTask } from '$lib/serbench/task';
import { BatchSender } from '$lib/data/ingest/batch-port';
import { prepareSplit } from '$lib/data/ingest/prepare';
import { examples } from '$lib/ui/sql/examples';
import { startInNode } from '../../support/duckdb';
import { prepared, releaseShaped } from '../../support/split';

const files = releaseShaped(30, 3);
const lines = <T>(text: string): T[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
const states = lines<State>(files.items);
const certificates = lines<Certificate>(files.labels);
let engine: Engine;
let split: KeptPrepared;

beforeAll(async () => {
  engine = await startInNode();
  split = await prepared(files.items, files.labels);
  await loadTables(engine, split.tables, quietTask());
});

const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

describe('the tables hold the split', () => {
  test('row counts and sums agree with the records', () => {
    const pools = sum(states.map((state) => state.candidate_evidence.length));
    const observed = sum(states.map((state) => state.observed_evidence_ids.length));
    expect(engine.all('SELECT count(*), sum(pool_size), sum(observed_ids) FROM states')).toEqual([
      [30, pools, observed],
    ]);
    expect(engine.all('SELECT count(*) FROM pool_units')).toEqual([[pools]]);
    const text = sum(
      states.flatMap((s) => s.candidate_evidence.map((unit) => [...unit.content_excerpt].length)),
    );
    expect(engine.all('SELECT sum(length(content_excerpt)) FROM pool_units')).toEqual([[text]]);
    const weights = certificates.flatMap((c) =>
      c.required_evidence_groups.map((group) => group.necessity_weight),
    );
    expect(engine.all('SELECT avg(necessity_weight) FROM groups')[0]?.[0]).toBeCloseTo(
      sum(weights) / weights.length,
      12,
    );
    const hits = sum(states.flatMap((s) => s.trajectory_prefix.map((step) => step.search_results.length)));
    expect(engine.all('SELECT count(*), (SELECT sum(hit_count) FROM steps) FROM hits')).toEqual([
      [hits, hits],
    ]);
  });

  test('texts come back as they were, paths of hits with forward slashes', () => {
    const state = states[0]!;
    expect(engine.all(`SELECT issue FROM states WHERE position = 0`)).toEqual([[state.issue]]);
    expect(engine.all('SELECT count(*) FROM hits WHERE contains(path, chr(92))')).toEqual([[0]]);
    const unit = state.candidate_evidence[5]!;
    expect(
      engine.all(`SELECT evidence_id, content_excerpt, line_start FROM pool_units
        WHERE state_id = '${state.state_id}' AND position = 5`),
    ).toEqual([[unit.evidence_id, unit.content_excerpt, unit.line_start]]);
  });

  test('every documented table and view exists with just its columns', () => {
    for (const table of allTables) {
      const columns = engine.all(`SELECT column_name, data_type FROM information_schema.columns
        WHERE table_name = '${table.name}' ORDER BY ordinal_position`);
      expect(columns).toEqual(table.columns.map((column) => [column.name, column.type]));
    }
    for (const view of views) expect(() => engine.all(`SELECT * FROM ${view.name} LIMIT 1`)).not.toThrow();
  });

  test('a table that lost rows is refused', async () => {
    const broken = split.tables.map((table) =>
      table.name === 'pool' ? { ...table, rows: table.rows + 1 } : table,
    );
    await expect(loadTables(engine, broken, quietTask())).rejects.toBeInstanceOf(RowsMissing);
    await loadTables(engine, split.tables, quietTask());
  });

  test('loading again replaces, it does not add', async () => {
    await loadTables(engine, split.tables, quietTask());
    expect(engine.all('SELECT count(*) FROM states')).toEqual([[30]]);
  });
});

describe('runs', () => {
  test('scores in SQL are the core’s, digit for digit', async () => {
    const rows: Prediction[] = states.map((state) => ({
      state_id: state.state_id,
      method: 'first',
      ranked_evidence_ids: state.candidate_evidence.slice(0, 10).map((unit) => unit.evidence_id),
    }));
    await loadRuns(engine, [{ run: 'first', rows }], certificates, quietTask());
    const byState = new Map(certificates.map((certificate) => [certificate.state_id, certificate]));
    const sheet = await scoreRun(byState, rows, [5]);
    const column = sheet.columns.indexOf('group_ndcg@5');
    const expected = rows.map((_, row) => valueAt(sheet, row, column));
    const found = engine.all(`SELECT value FROM scores JOIN states USING (state_id)
      WHERE metric = 'group_ndcg' AND k = 5 ORDER BY position`);
    expect(found.map(([value]) => value)).toEqual(expected);
    const mean = engine.all(`SELECT mean, states FROM mean_scores WHERE metric = 'group_ndcg' AND k = 5`)[0];
    expect(mean?.[0]).toBeCloseTo(sum(expected) / 30, 12);
    expect(mean?.[1]).toBe(30);
    expect(engine.all('SELECT count(*), max(rank) FROM ranked_units')).toEqual([[300, 10]]);
  });

  test('two runs of one method stay two: every table and view tells them apart', async () => {
    const rows = (from: number): Prediction[] =>
      states.map((state) => ({
        state_id: state.state_id,
        method: 'first',
        ranked_evidence_ids: state.candidate_evidence.slice(from, from + 3).map((unit) => unit.evidence_id),
      }));
    const runs = [
      { run: 'first', rows: rows(0) },
      { run: 'first (2)', rows: rows(3) },
    ];
    await loadRuns(engine, runs, certificates, quietTask());
    for (const table of ['predictions', 'scores', 'ranked_units', 'mean_scores'])
      expect(engine.all(`SELECT DISTINCT run, method FROM ${table} ORDER BY run`), table).toEqual([
        ['first', 'first'],
        ['first (2)', 'first'],
      ]);
    expect(
      engine.all(`SELECT states FROM mean_scores WHERE metric = 'mss_complete' AND k = 5 ORDER BY run`),
    ).toEqual([[30], [30]]);
    const byState = new Map(certificates.map((certificate) => [certificate.state_id, certificate]));
    for (const { run, rows: own } of runs) {
      const sheet = await scoreRun(byState, own, [5]);
      const column = sheet.columns.indexOf('group_recall@5');
      const found = engine.all(`SELECT value FROM scores JOIN states USING (state_id)
        WHERE metric = 'group_recall' AND k = 5 AND run = '${run}' ORDER BY position`);
      expect(found.map(([value]) => value)).toEqual(own.map((_, row) => valueAt(sheet, row, column)));
    }
  });
});

describe('the examples of the SQL page', () => {
  test.each(examples.map(({ title, sql }) => [title, sql]))('%s', async (_title, sql) => {
    const { columns } = await runQuery(engine, sql, 10_000, quietTask());
    expect(columns.length).toBeGreaterThan(1);
  });

  test('the observed-free question agrees with the certificates', async () => {
    const { rows } = await runQuery(engine, examples[0]!.sql, 1000, quietTask());
    const expected = new Map(
      certificates.map((certificate, i) => {
        const pool = new Set(states[i]!.candidate_evidence.map((unit) => unit.evidence_id));
        const seen = new Set(states[i]!.observed_evidence_ids);
        const met = certificate.required_evidence_groups.every(
          (group) =>
            group.acceptable_evidence_ids.filter((id) => pool.has(id) && !seen.has(id)).length >=
            group.minimum_required,
        );
        return [certificate.state_id, met];
      }),
    );
    expect(new Map(rows.map((row) => [row[0], row[3]]))).toEqual(expected);
  });
});

describe('search and export', () => {
  test('search finds exactly the states whose texts hold the words', async () => {
    const words = ['_', '%'];
    expect(await searchUnits(engine, { words, limit: 100 }, quietTask())).toEqual([]);
    const word = states[4]!.candidate_evidence[0]!.content_excerpt.split(/\W+/).find(
      (part) => part.length > 6,
    )!;
    const found = await searchUnits(engine, { words: [word.toUpperCase()], limit: 100 }, quietTask());
    const expected = states.filter((state) =>
      [state.issue, ...state.candidate_evidence.map((unit) => unit.content_excerpt)].some((text) =>
        text.toLowerCase().includes(word.toLowerCase()),
      ),
    );
    expect(found.map((hit) => hit.state_id)).toEqual(expected.map((state) => state.state_id));
    expect(found[0]!.snippet.toLowerCase()).toContain(word.toLowerCase());
  });

  test('CSV, JSON and Parquet hold the same rows', async () => {
    const sql = `SELECT state_id, pool_size, pool_size / 3 AS third, pool_truncated, base_commit, NULL AS nothing,
      '=1+1' AS formula FROM states ORDER BY position`;
    const result = new StoredResult(await engine.open(sql, quietTask()));
    const csv = await exportResult(result, 'csv', quietTask());
    const json = await exportResult(result, 'json', quietTask());
    const parquet = await exportResult(result, 'parquet', quietTask());
    const rows = JSON.parse(await json.file.text()) as Record<string, unknown>[];
    expect(rows).toHaveLength(30);
    expect(rows[0]).toMatchObject({ state_id: states[0]!.state_id, nothing: null, formula: '=1+1' });
    const file = await parquet.file.arrayBuffer();
    expect(await parquetReadObjects({ file })).toEqual(rows);
    const text = await csv.file.text();
    expect(text.split('\n')[1]).toContain(`,'=1+1`);
    expect(text.trim().split('\n')).toHaveLength(31);
  });
});

describe('tables filled while the file is read', () => {
  const source = {
    splitKey: 'k',
    items: new Blob([files.items]),
    itemsName: 'items',
    itemsSha256: '',
    labels: new Blob([files.labels]),
    labelsName: 'labels',
  };

  test('hold what the kept batches hold', async () => {
    const { port1, port2 } = new MessageChannel();
    const [result] = await Promise.all([
      prepareSplit(source, quietTask(), { tables: port1 }),
      receiveTables(engine, port2, quietTask()),
    ]);
    if (!result.ok) throw new Error('The split was refused.');
    const { text, tables } = await result.content(quietTask().signal);
    expect(tables).toEqual(split.tables);
    expect(await Promise.all(tables.map(({ content }) => content.text()))).toEqual(
      await Promise.all(split.tables.map(({ content }) => content.text())),
    );
    expect(await text.text()).toEqual(await split.text.text());
    for (const { name, rows } of split.tables) {
      expect(engine.all(`SELECT count(*)::INTEGER FROM ${name}`)).toEqual([[rows]]);
    }
    const sample = 'SELECT * FROM units ORDER BY unit';
    const received = engine.all(sample);
    await loadTables(engine, split.tables, quietTask());
    expect(engine.all(sample)).toEqual(received);
  });

  const sender = (port: MessagePort) => new BatchSender(port, () => undefined);

  test('are refused when a batch is missing or broken, and left when the reading breaks off', async () => {
    const short = new MessageChannel();
    sender(short.port1).end([['states', 1]]);
    await expect(receiveTables(engine, short.port2, quietTask())).rejects.toBeInstanceOf(RowsMissing);
    const broken = new MessageChannel();
    sender(broken.port1).send({ table: 'states', rows: 1, bytes: new Uint8Array(9) });
    sender(broken.port1).end([['states', 1]]);
    await expect(receiveTables(engine, broken.port2, quietTask())).rejects.toThrow();
    const stop = new AbortController();
    const left = receiveTables(engine, new MessageChannel().port2, quietTask(stop.signal));
    stop.abort();
    await expect(left).rejects.toMatchObject({ name: 'AbortError' });
    await loadTables(engine, split.tables, quietTask());
    expect(engine.all('SELECT count(*)::INTEGER FROM states')).toEqual([[states.length]]);
  });
});
