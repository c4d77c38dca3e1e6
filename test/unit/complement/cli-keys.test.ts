import { describe, expect, it } from 'vitest';
import { sameModel } from '$lib/complement/config/defaults';
import { keysFor } from '../../../scripts/cli/complement/keys';

const at = (url: string) => ({ protocol: 'openai' as const, url, model: 'm' });
const one = { models: sameModel(at('https://a.example/v1')) };
const two = { models: { ...sameModel(at('https://b.example/v1')), proposal: at('https://a.example/v1') } };
const environment = { COMPLEMENT_API_KEY: 'first', KEY_A: 'a', KEY_B: 'b' };

describe('the keys of a run on the command line', () => {
  it('one key goes to the one endpoint', () => {
    expect(keysFor(one, undefined, environment)).toEqual({ 'https://a.example': 'first' });
    expect(keysFor(one, 'KEY_B', environment)).toEqual({ 'https://a.example': 'b' });
    expect(keysFor(one, 'ABSENT', environment)).toEqual({});
    expect(
      keysFor({ models: sameModel({ protocol: 'scripted', url: '', model: 'm' }) }, undefined, environment),
    ).toEqual({});
  });

  it('one key is never sent to two providers; each has its own', () => {
    expect(() => keysFor(two, undefined, environment)).toThrow(
      /https:\/\/a\.example=NAME,https:\/\/b\.example=NAME/,
    );
    expect(() => keysFor(two, 'KEY_A', environment)).toThrow(/one of them only/);
    expect(keysFor(two, 'https://a.example=KEY_A,https://b.example=KEY_B', environment)).toEqual({
      'https://a.example': 'a',
      'https://b.example': 'b',
    });
    expect(keysFor(two, 'https://b.example/v1=KEY_B', environment)).toEqual({ 'https://b.example': 'b' });
    expect(keysFor(two, undefined, {})).toEqual({});
  });

  it('refuses an endpoint that no stage uses', () => {
    expect(() => keysFor(one, 'https://evil.example=KEY_A', environment)).toThrow(
      /"https:\/\/evil\.example"; the models are at/,
    );
    expect(() => keysFor(one, 'https://a.example=KEY_A,KEY_B', environment)).toThrow(/--key-env names/);
  });
});
