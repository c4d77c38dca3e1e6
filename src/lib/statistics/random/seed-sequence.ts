/**
 * numpy's SeedSequence (M. E. O'Neill's seed_seq_fe128 with numpy's constants): spreads a seed over the state words
 * of a generator. Entropy words are 32 bits, least significant first; the pool has four.
 */
const POOL = 4;
const INIT_A = 0x43b0d7e5;
const MULT_A = 0x931e8875;
const INIT_B = 0x8b51f9dd;
const MULT_B = 0x58f38ded;
const MIX_LEFT = 0xca01f9dd;
const MIX_RIGHT = 0x4973f715;

const fold = (value: number) => (value ^ (value >>> 16)) >>> 0;

/** A hash with a running multiplier: each call changes the constant of the next. */
function hasher(initial: number, multiplier: number): (value: number) => number {
  let constant = initial;
  return (value) => {
    const mixed = (value ^ constant) >>> 0;
    constant = Math.imul(constant, multiplier) >>> 0;
    return fold(Math.imul(mixed, constant) >>> 0);
  };
}

const mix = (x: number, y: number) => fold((Math.imul(MIX_LEFT, x) - Math.imul(MIX_RIGHT, y)) >>> 0);

/** The 32-bit words of a seed, least significant first. Throws on what numpy would refuse or a double cannot hold. */
export function entropyWords(seed: number): number[] {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new RangeError(
      `The seed must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}; it is ${seed}.`,
    );
  const high = Math.floor(seed / 0x1_0000_0000);
  return high > 0 ? [seed >>> 0, high] : [seed >>> 0];
}

function pool(entropy: number[]): number[] {
  const hash = hasher(INIT_A, MULT_A);
  const words = Array.from({ length: POOL }, (_, i) => hash(entropy[i] ?? 0));
  for (let from = 0; from < POOL; from += 1)
    for (let to = 0; to < POOL; to += 1)
      if (from !== to) words[to] = mix(words[to] ?? 0, hash(words[from] ?? 0));
  return words;
}

/** `numpy.random.SeedSequence(seed).generate_state(count, uint32)`. */
export function generateState(seed: number, count: number): Uint32Array {
  const words = pool(entropyWords(seed));
  const hash = hasher(INIT_B, MULT_B);
  return Uint32Array.from({ length: count }, (_, i) => hash(words[i % POOL] ?? 0));
}
