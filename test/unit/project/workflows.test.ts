import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = '.github/workflows';
const workflows = readdirSync(FOLDER).map(
  (name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')] as const,
);

test.each(workflows)('%s names every action by a whole commit and says its version', (_, text) => {
  const uses = text.split('\n').filter((line) => /\buses:/.test(line));
  expect(uses.length).toBeGreaterThan(0);
  for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('what publishes the site runs every suite first', () => {
  const publishing = workflows.filter(([, text]) => text.includes('actions/deploy-pages@'));
  expect(publishing).toHaveLength(1);
  for (const [, text] of publishing) {
    const tested = text.indexOf('- run: npm test\n');
    expect(tested).toBeGreaterThan(0);
    expect(tested).toBeLessThan(text.indexOf('npm run build'));
  }
});
