import { test } from 'vitest';
import { expectReferenceVectors } from './reference-vectors';

test('bge-small-en-v1.5 equals the reference vectors', () =>
  expectReferenceVectors('bge-small-en-v1.5', 'static/models'));
