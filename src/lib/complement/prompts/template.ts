import type { PromptName, Prompts } from './text';

/** What a template may name. `state` and the blocks are data blocks, the rest are numbers. */
export type Placeholder = 'state' | 'selected' | 'candidates' | 'minimum' | 'maximum';

const ALLOWED: Record<PromptName, readonly Placeholder[]> = {
  system: [],
  proposal: ['state', 'candidates', 'minimum', 'maximum'],
  expansion: ['state', 'selected', 'candidates', 'minimum', 'maximum'],
  finalization: ['state', 'candidates', 'minimum', 'maximum'],
  pickOneByOne: ['state', 'candidates', 'minimum', 'maximum'],
  widenOneByOne: ['state', 'candidates', 'minimum', 'maximum'],
  rerank: ['state', 'candidates', 'minimum', 'maximum'],
  staticExpansion: ['state', 'candidates', 'minimum', 'maximum'],
  staticFinalization: ['state', 'candidates', 'minimum', 'maximum'],
  set: ['state', 'candidates', 'minimum', 'maximum'],
  retry: [],
};

const REQUIRED: readonly Placeholder[] = ['state', 'selected', 'candidates'];
const BRACES = /\{\{([a-z]+)\}\}/g;

/** Faults of edited prompts, one sentence each: unknown placeholders, and data blocks left out or doubled. */
export function promptFaults(prompts: Prompts): string[] {
  return Object.entries(prompts).flatMap(([name, text]) => {
    const allowed = ALLOWED[name as PromptName];
    const found = [...text.matchAll(BRACES)].map((match) => match[1] ?? '');
    const unknown = found
      .filter((word) => !allowed.some((known) => known === word))
      .map((word) => `Prompt "${name}" names {{${word}}}; it may name ${list(allowed)}.`);
    const missing = REQUIRED.filter((word) => allowed.includes(word)).flatMap((word) => {
      const times = found.filter((other) => other === word).length;
      return times === 1 ? [] : [`Prompt "${name}" must name {{${word}}} once; it does so ${times} times.`];
    });
    return [...unknown, ...missing];
  });
}

const list = (words: readonly string[]) => words.map((word) => `{{${word}}}`).join(', ') || 'no placeholder';

/** Fills a template in one pass: what is filled in is never searched for placeholders again. */
export function fillTemplate(template: string, values: Partial<Record<Placeholder, string>>): string {
  return template.replace(BRACES, (whole, word: string) => values[word as Placeholder] ?? whole);
}
