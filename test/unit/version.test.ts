import { expect, it } from 'vitest';
import { VERSION } from '$lib/version';
import { version } from '../../package.json';

it('carries the version of package.json', () => {
  expect(VERSION).toBe(`Complement ${version}`);
});
