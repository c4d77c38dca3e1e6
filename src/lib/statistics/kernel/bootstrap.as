// AssemblyScript, compiled by scripts/build-kernel.ts to ./wasm.ts. The same steps in the same order as ./typescript.ts,
// so both give the same digits. Addresses are byte offsets into the module's memory; ./memory.ts lays it out.

// PCG64: state and increment as two 64-bit halves, and the buffered upper half of the last output.
let stateLow: u64 = 0;
let stateHigh: u64 = 0;
let incLow: u64 = 0;
let incHigh: u64 = 0;
let upper: u64 = 0;
let buffered: bool = false;

/** Eight 32-bit limbs at `address`: state, then increment, least significant first. */
export function seed(address: usize): void {
  stateLow = load<u64>(address);
  stateHigh = load<u64>(address, 8);
  incLow = load<u64>(address, 16);
  incHigh = load<u64>(address, 24);
  buffered = false;
}

// @ts-ignore: decorator
@inline
function mulHigh(a: u64, b: u64): u64 {
  const a0 = a & 0xffffffff;
  const a1 = a >> 32;
  const b0 = b & 0xffffffff;
  const b1 = b >> 32;
  const middle = a1 * b0 + ((a0 * b0) >> 32);
  const cross = a0 * b1 + (middle & 0xffffffff);
  return a1 * b1 + (middle >> 32) + (cross >> 32);
}

// @ts-ignore: decorator
@inline
function next32(): u64 {
  if (buffered) {
    buffered = false;
    return upper;
  }
  const multLow: u64 = 4865540595714422341;
  const multHigh: u64 = 2549297995355413924;
  const high = mulHigh(stateLow, multLow) + stateLow * multHigh + stateHigh * multLow;
  const low = stateLow * multLow + incLow;
  stateHigh = high + incHigh + u64(low < incLow);
  stateLow = low;
  const output = rotr<u64>(stateHigh ^ stateLow, stateHigh >> 58);
  upper = output >> 32;
  buffered = true;
  return output & 0xffffffff;
}

/** Draws `rows` x `clusters` cluster numbers; writes each as the byte offset of the cluster in a panel. */
export function drawClusters(rows: i32, clusters: i32, offsets: usize, ends: usize): void {
  const values = u64(clusters);
  const threshold = u64(0x100000000) % values;
  let out = offsets;
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < clusters; i++) {
      let pick: u64 = 0;
      if (clusters > 1) {
        let product = next32() * values;
        while ((product & 0xffffffff) < threshold) product = next32() * values;
        pick = product >> 32;
      }
      store<u32>(out, u32(pick) << 7);
      out += 4;
    }
    store<u32>(ends + (row << 2), u32(out));
  }
}

/** Draws `rows` x `clusters` signs; lists in each row the clusters whose sign stays (a drawn 1). */
export function drawSigns(rows: i32, clusters: i32, offsets: usize, ends: usize): void {
  let out = offsets;
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < clusters; i++) {
      store<u32>(out, u32(i) << 7);
      out += usize(next32() >> 31) << 2;
    }
    store<u32>(ends + (row << 2), u32(out));
  }
}

/** Sums the listed clusters of one panel (16 columns a cluster); column c of the rows lands at out + c * stride. */
export function accumulate(rows: i32, offsets: usize, ends: usize, panel: usize, out: usize, stride: i32): void {
  let at = offsets;
  for (let row = 0; row < rows; row++) {
    const end = usize(load<u32>(ends + (row << 2)));
    let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
    for (; at < end; at += 4) {
      const from = panel + usize(load<u32>(at));
      s0 = f64x2.add(s0, v128.load(from));
      s1 = f64x2.add(s1, v128.load(from, 16));
      s2 = f64x2.add(s2, v128.load(from, 32));
      s3 = f64x2.add(s3, v128.load(from, 48));
      s4 = f64x2.add(s4, v128.load(from, 64));
      s5 = f64x2.add(s5, v128.load(from, 80));
      s6 = f64x2.add(s6, v128.load(from, 96));
      s7 = f64x2.add(s7, v128.load(from, 112));
    }
    let to = out + (row << 3);
    to = put(to, s0, stride);
    to = put(to, s1, stride);
    to = put(to, s2, stride);
    to = put(to, s3, stride);
    to = put(to, s4, stride);
    to = put(to, s5, stride);
    to = put(to, s6, stride);
    put(to, s7, stride);
  }
}

// @ts-ignore: decorator
@inline
function put(to: usize, pair: v128, stride: i32): usize {
  store<f64>(to, f64x2.extract_lane(pair, 0));
  store<f64>(to + stride, f64x2.extract_lane(pair, 1));
  return to + (stride << 1);
}

// A pair's record: left and right column addresses (u32), then low bracket, high bracket (f64 x 4), sum (f64),
// counts below / inside of the low bracket, of the high bracket, above zero, below zero (u32 x 6): 72 bytes,
// padded to 80.

// @ts-ignore: decorator
@inline
function keep(value: f64, record: usize, bracket: usize, count: usize, buffer: usize, capacity: u32): void {
  if (value < load<f64>(record + bracket)) {
    store<u32>(record + count, load<u32>(record + count) + 1);
  } else if (value <= load<f64>(record + bracket, 8)) {
    const inside = load<u32>(record + count, 4);
    if (inside < capacity) store<f64>(buffer + (usize(inside) << 3), value);
    store<u32>(record + count, inside + 1, 4);
  }
}

/**
 * For every pair: estimate = (left - right) / count per row; counts the estimates beyond zero, sums them, and keeps
 * those inside the pair's two brackets (buffers of `capacity` numbers, low then high). `rows` is even or the last
 * row is masked by the caller's `rows` being odd.
 */
export function tally(
  rows: i32, counts: usize, records: usize, pairs: i32, buffers: usize, capacity: u32, zero: f64,
): void {
  const even = rows & ~1;
  const over = f64x2.splat(zero);
  const under = f64x2.splat(-zero);
  for (let pair = 0; pair < pairs; pair++) {
    const record = records + usize(pair) * 80;
    const left = usize(load<u32>(record));
    const right = usize(load<u32>(record, 4));
    const low = buffers + ((usize(pair) * usize(capacity)) << 4);
    const high = low + (usize(capacity) << 3);
    // Estimates between the brackets need no look at the single lanes; those below the low one are still counted.
    const lowTo = f64x2.splat(load<f64>(record, 16));
    const highFrom = f64x2.splat(load<f64>(record, 24));
    let sums = f64x2.splat(0);
    let above = i64x2.splat(0);
    let below = i64x2.splat(0);
    let middle: u32 = 0;
    for (let row = 0; row < even; row += 2) {
      const at = usize(row) << 3;
      const estimate = f64x2.div(
        f64x2.sub(v128.load(left + at), v128.load(right + at)),
        v128.load(counts + at),
      );
      sums = f64x2.add(sums, estimate);
      above = i64x2.sub(above, f64x2.gt(estimate, over));
      below = i64x2.sub(below, f64x2.lt(estimate, under));
      if (v128.any_true(v128.or(f64x2.le(estimate, lowTo), f64x2.ge(estimate, highFrom)))) {
        const first = f64x2.extract_lane(estimate, 0);
        const second = f64x2.extract_lane(estimate, 1);
        keep(first, record, 8, 48, low, capacity);
        keep(first, record, 24, 56, high, capacity);
        keep(second, record, 8, 48, low, capacity);
        keep(second, record, 24, 56, high, capacity);
      } else {
        middle += 2;
      }
    }
    let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
    let moreAbove = u32(i64x2.extract_lane(above, 0) + i64x2.extract_lane(above, 1));
    let moreBelow = u32(i64x2.extract_lane(below, 0) + i64x2.extract_lane(below, 1));
    if (even < rows) {
      const at = usize(even) << 3;
      const estimate = (load<f64>(left + at) - load<f64>(right + at)) / load<f64>(counts + at);
      sum += estimate;
      moreAbove += u32(estimate > zero);
      moreBelow += u32(estimate < -zero);
      keep(estimate, record, 8, 48, low, capacity);
      keep(estimate, record, 24, 56, high, capacity);
    }
    store<f64>(record, load<f64>(record, 40) + sum, 40);
    // Skipped estimates lie above the low bracket and below the high one.
    store<u32>(record, load<u32>(record, 56) + middle, 56);
    store<u32>(record, load<u32>(record, 64) + moreAbove, 64);
    store<u32>(record, load<u32>(record, 68) + moreBelow, 68);
  }
}

/**
 * For every pair: the statistic of a sign flip is 2 (kept left - kept right) - whole difference; counts the rows in
 * which it is at least as far from zero as `bound`. A pair's record: left, right (u32), whole (f64), bound (f64),
 * count (u32), padded to 32 bytes.
 */
export function tallyFlips(rows: i32, records: usize, pairs: i32): void {
  for (let pair = 0; pair < pairs; pair++) {
    const record = records + (usize(pair) << 5);
    const left = usize(load<u32>(record));
    const right = usize(load<u32>(record, 4));
    const whole = load<f64>(record, 8);
    const bound = load<f64>(record, 16);
    let count: u32 = 0;
    for (let row = 0; row < rows; row++) {
      const at = usize(row) << 3;
      count += u32(abs(2 * (load<f64>(left + at) - load<f64>(right + at)) - whole) >= bound);
    }
    store<u32>(record, load<u32>(record, 24) + count, 24);
  }
}
