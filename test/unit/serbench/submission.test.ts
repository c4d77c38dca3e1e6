import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkSubmission } from '$lib/serbench/submission';
import { checkForm, checkPredictionUrl, formLink } from '$lib/serbench/submission-form';
import { quietTask } from '$lib/serbench/task';
import { bytesOf, splitOf } from '../../helpers/read';

const ids = Array.from({ length: 20 }, (_, i) => `u${i}`);
const split = await splitOf(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`s${i}`, ids])));
const rows = (change: (row: Record<string, unknown>, i: number) => void = () => undefined) =>
  [...split.keys()]
    .map((state_id, i) => {
      const row = { state_id, method: 'm', ranked_evidence_ids: ids.slice(0, 8) };
      change(row, i);
      return JSON.stringify(row);
    })
    .join('\n') + '\n';
const sha256 = (bytes: Uint8Array) => Promise.resolve(createHash('sha256').update(bytes).digest('hex'));
const check = (content: string | Uint8Array<ArrayBuffer>, file = 'p.jsonl', own = split) =>
  checkSubmission(typeof content === 'string' ? bytesOf(content) : content, file, own, sha256, quietTask());

describe('a Test500 submission', () => {
  test('that keeps every rule passes, with its hash, size and method', async () => {
    const text = rows();
    const { faults, ...found } = await check(text);
    expect(faults.total).toBe(0);
    expect(found).toEqual({
      method: 'm',
      rows: 500,
      bytes: bytesOf(text).length,
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  });

  test.each([
    ['two methods', rows((row, i) => i === 7 && (row['method'] = 'n')), [[8, 'method', 'second-method']]],
    [
      'nine ids',
      rows((row, i) => i === 3 && (row['ranked_evidence_ids'] = ids.slice(0, 9))),
      [[4, 'ranked_evidence_ids[8]', 'too-many-ids']],
    ],
    ['a state missing', rows().split('\n').slice(1).join('\n'), [[499, 'state_id', 'missing-state']]],
  ])('%s', async (_, text, expected) => {
    const { faults } = await check(text);
    const own = faults.kept.filter(
      (fault) => !(expected[0]?.[2] === 'second-method' && fault.code === 'missing-state'),
    );
    expect(own.map(({ line, path, code }) => [line, path, code])).toEqual(expected);
  });

  test('above 2 MiB, compressed, or not .jsonl', async () => {
    const padded = rows() + ' '.repeat(2_097_153 - rows().length);
    expect((await check(padded)).faults.kept.map((fault) => fault.code)).toEqual(['too-many-bytes']);
    expect((await check(new Uint8Array([0x1f, 0x8b, 8]))).faults.kept.map((fault) => fault.code)).toEqual([
      'compressed',
    ]);
    expect((await check(rows(), 'p.json')).faults.kept.map((fault) => fault.code)).toEqual(['not-jsonl']);
  });

  test('of another split is refused by its number of states', async () => {
    const { faults } = await check(
      '{"state_id":"s","method":"m","ranked_evidence_ids":[]}',
      'p.jsonl',
      await splitOf({ s: ['A'] }),
    );
    expect(faults.kept.map((fault) => fault.code)).toEqual(['not-test500']);
  });
});

describe('the evaluation form', () => {
  const commit = 'a'.repeat(40);
  const url = `https://raw.githubusercontent.com/me/repo/${commit}/dir/predictions.jsonl`;
  const form = {
    method: 'my method',
    'prediction-url': url,
    sha256: 'b'.repeat(64),
    description: 'BM25 & MMR\n50%',
  };

  test.each([
    url.replace(commit, 'main'),
    url.replace(commit, 'A'.repeat(40)),
    url.replace(commit, commit.slice(1)),
    url.replace('raw.githubusercontent.com', 'raw.githubusercontent.com.evil.example'),
    url.replace('https:', 'http:'),
    `${url}?token=x`,
    `https://github.com/me/repo/blob/${commit}/predictions.jsonl`,
    url.replace('.jsonl', '.jsonl.gz'),
    url.replace('/dir/', '/../main/'),
    url.replace('/dir/', '/%2e%2E/main/'),
    url.replace('/dir/', '/dir/../../main/'),
    url.replace('/dir/', '/./'),
    `${url}\n`,
    '',
  ])('refuses %s', (bad) => {
    expect(checkPredictionUrl(bad)).not.toBeNull();
  });

  test('takes a raw address pinned to a commit', () => {
    expect(checkPredictionUrl(url)).toBeNull();
    expect(checkForm(form)).toEqual({});
  });

  test('names every field that is not right', () => {
    const problems = checkForm({ method: '<b>', 'prediction-url': 'x', sha256: '1', description: ' ' });
    expect(Object.keys(problems).sort()).toEqual(['description', 'method', 'prediction-url', 'sha256']);
    expect(checkForm({ ...form, description: 'x'.repeat(2001) })).toHaveProperty('description');
  });

  test('the link fills in every field, escaped, with the release', () => {
    const link = new URL(formLink(form));
    expect(link.origin + link.pathname).toBe('https://github.com/LordTARN1SHED/SERBench/issues/new');
    expect(Object.fromEntries(link.searchParams)).toEqual({
      template: 'evaluation.yml',
      title: '[Evaluation] my method',
      method: 'my method',
      'prediction-url': url,
      sha256: form.sha256,
      release: 'serbench-public-v1-v5.6',
      description: 'BM25 & MMR\n50%',
    });
  });
});
