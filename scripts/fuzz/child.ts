// One process under attack: runs the cases that its parent sends, one at a time, and says how each ended.
import { seeded } from '../../test/fuzz/random';
import { loadTargets } from '../../test/fuzz/target';
import type { Case, Ended } from './attack';

const [name = '', folder] = process.argv.slice(2);
const target = (await loadTargets(folder === undefined ? undefined : new URL(folder))).get(name);
if (!target) throw new Error(`There is no fuzz target "${name}".`);

async function end({ seed, size }: Case): Promise<Ended> {
  const begun = performance.now();
  try {
    const bytes = await target?.run(seeded(seed), size);
    return { kind: 'fine', ms: performance.now() - begun, bytes: typeof bytes === 'number' ? bytes : null };
  } catch (error) {
    return {
      kind: 'failed',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

process.on('message', (message) => void end(message as Case).then((ended) => process.send?.(ended)));
process.send?.({ kind: 'ready' });
