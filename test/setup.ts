import { beforeEach, expect } from 'vitest';

// A test that asserts nothing is a fault of the suite, not a success.
beforeEach(() => {
  expect.hasAssertions();
});
