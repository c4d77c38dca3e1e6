import { generateState } from './seed-sequence';

/** The multiplier of PCG's 128-bit step, 32-bit limbs, least significant first. */
const M0 = 0x9fccf645;
const M1 = 0x4385df64;
const M2 = 0x1fc65da4;
const M3 = 0x2360ed05;

/** The upper 32 bits of the 64-bit product of two 32-bit numbers, by 16-bit halves of `b` (each product < 2^48). */
function high(a: number, b: number): number {
  const low = a * (b & 0xffff);
  return Math.floor((a * (b >>> 16) + Math.floor(low / 0x1_0000)) / 0x1_0000);
}

const low = (a: number, b: number) => Math.imul(a, b) >>> 0;

/**
 * numpy's PCG64 (XSL-RR 128/64) as `numpy.random.default_rng(seed)` starts it, on 32-bit limbs. `next32` hands out
 * the lower half of each 64-bit output, then the upper one, as numpy's buffered 32-bit draws do.
 */
export class Pcg64 {
  /** State and increment, four 32-bit limbs each, least significant first. */
  private s0 = 0;
  private s1 = 0;
  private s2 = 0;
  private s3 = 0;
  private readonly inc: readonly [number, number, number, number];
  private upper = 0;
  private buffered = false;

  constructor(seed: number) {
    const w = generateState(seed, 8);
    const word = (i: number) => w[i] ?? 0;
    // Words pair up to 64-bit numbers, lower half first; of two such numbers the first is the upper one.
    const sequence = [word(6), word(7), word(4), word(5)] as const;
    this.inc = [
      ((sequence[0] << 1) | 1) >>> 0,
      ((sequence[1] << 1) | (sequence[0] >>> 31)) >>> 0,
      ((sequence[2] << 1) | (sequence[1] >>> 31)) >>> 0,
      ((sequence[3] << 1) | (sequence[2] >>> 31)) >>> 0,
    ];
    this.step();
    this.add([word(2), word(3), word(0), word(1)]);
    this.step();
  }

  /** State then increment, eight limbs, least significant first: what a kernel continues from. */
  limbs(): Uint32Array {
    return Uint32Array.of(this.s0, this.s1, this.s2, this.s3, ...this.inc);
  }

  /** A uniform 32-bit number. */
  next32(): number {
    if (this.buffered) {
      this.buffered = false;
      return this.upper;
    }
    this.step();
    const x0 = this.s0 ^ this.s2;
    const x1 = this.s1 ^ this.s3;
    const turn = this.s3 >>> 26;
    const [a, b] = turn < 32 ? [x0, x1] : [x1, x0];
    const r = turn & 31;
    this.buffered = true;
    this.upper = r === 0 ? b >>> 0 : ((b >>> r) | (a << (32 - r))) >>> 0;
    return r === 0 ? a >>> 0 : ((a >>> r) | (b << (32 - r))) >>> 0;
  }

  /** state = state * multiplier + increment, modulo 2^128. */
  private step(): void {
    const { s0, s1, s2, s3 } = this;
    // Column sums of the schoolbook product stay below 2^35, exact in doubles.
    const c1 = high(s0, M0) + low(s0, M1) + low(s1, M0);
    const c2 =
      high(s0, M1) + high(s1, M0) + low(s0, M2) + low(s1, M1) + low(s2, M0) + Math.floor(c1 / 0x1_0000_0000);
    const c3 =
      high(s0, M2) +
      high(s1, M1) +
      high(s2, M0) +
      Math.floor(c2 / 0x1_0000_0000) +
      low(s0, M3) +
      low(s1, M2) +
      low(s2, M1) +
      low(s3, M0);
    this.s0 = low(s0, M0);
    this.s1 = c1 >>> 0;
    this.s2 = c2 >>> 0;
    this.s3 = c3 >>> 0;
    this.add(this.inc);
  }

  private add(limbs: readonly [number, number, number, number]): void {
    const t0 = this.s0 + limbs[0];
    const t1 = this.s1 + limbs[1] + (t0 > 0xffff_ffff ? 1 : 0);
    const t2 = this.s2 + limbs[2] + (t1 > 0xffff_ffff ? 1 : 0);
    const t3 = this.s3 + limbs[3] + (t2 > 0xffff_ffff ? 1 : 0);
    this.s0 = t0 >>> 0;
    this.s1 = t1 >>> 0;
    this.s2 = t2 >>> 0;
    this.s3 = t3 >>> 0;
  }
}
