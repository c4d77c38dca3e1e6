// AssemblyScript, compiled by scripts/build-kernel.ts to ./wasm.ts. Sums weighted rows of a table, 16 numbers at
// a time; the order of the rows is the caller's, so the digits are too. Addresses are byte offsets into memory.

/** `out[d] = sum over i of factors[i] * rows[starts[i] + d]` for int8 rows; `starts` are byte addresses. */
export function sumInt8(starts: usize, factors: usize, count: i32, dimensions: i32, out: usize): void {
  for (let d = 0; d < dimensions; d += 16) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let e = f32x4.splat(0);
    for (let i = 0; i < count; i++) {
      const row = v128.load(load<u32>(starts + (i << 2)) + d);
      const factor = v128.load32_splat(factors + (i << 2));
      const low = i16x8.extend_low_i8x16_s(row);
      const high = i16x8.extend_high_i8x16_s(row);
      a = f32x4.add(a, f32x4.mul(factor, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(low))));
      b = f32x4.add(b, f32x4.mul(factor, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(low))));
      c = f32x4.add(c, f32x4.mul(factor, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(high))));
      e = f32x4.add(e, f32x4.mul(factor, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(high))));
    }
    const at = out + (d << 2);
    v128.store(at, a);
    v128.store(at, b, 16);
    v128.store(at, c, 32);
    v128.store(at, e, 48);
  }
}

/** The same for rows of single floats. */
export function sumFloat32(starts: usize, factors: usize, count: i32, dimensions: i32, out: usize): void {
  for (let d = 0; d < dimensions; d += 16) {
    let a = f32x4.splat(0);
    let b = f32x4.splat(0);
    let c = f32x4.splat(0);
    let e = f32x4.splat(0);
    for (let i = 0; i < count; i++) {
      const row: usize = load<u32>(starts + (i << 2)) + (d << 2);
      const factor = v128.load32_splat(factors + (i << 2));
      a = f32x4.add(a, f32x4.mul(factor, v128.load(row)));
      b = f32x4.add(b, f32x4.mul(factor, v128.load(row, 16)));
      c = f32x4.add(c, f32x4.mul(factor, v128.load(row, 32)));
      e = f32x4.add(e, f32x4.mul(factor, v128.load(row, 48)));
    }
    const at = out + (d << 2);
    v128.store(at, a);
    v128.store(at, b, 16);
    v128.store(at, c, 32);
    v128.store(at, e, 48);
  }
}
