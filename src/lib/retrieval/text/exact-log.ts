/** An unevaluated sum of two doubles: some 106 bits of significand. */
type Double2 = readonly [number, number];

const LN2: Double2 = [0.6931471805599453, 2.3190468138462996e-17];
const SPLITTER = 134217729; // 2^27 + 1

function quickSum(a: number, b: number): Double2 {
  const sum = a + b;
  return [sum, b - (sum - a)];
}

function exactSum(a: number, b: number): Double2 {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

function exactProduct(a: number, b: number): Double2 {
  const product = a * b;
  const aScaled = SPLITTER * a;
  const bScaled = SPLITTER * b;
  const aHigh = aScaled - (aScaled - a);
  const bHigh = bScaled - (bScaled - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return [product, aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow];
}

function add(x: Double2, y: Double2): Double2 {
  const [sum, error] = exactSum(x[0], y[0]);
  return quickSum(sum, error + x[1] + y[1]);
}

function multiply(x: Double2, y: Double2): Double2 {
  const [product, error] = exactProduct(x[0], y[0]);
  return quickSum(product, error + x[0] * y[1] + x[1] * y[0]);
}

function divide(x: Double2, y: Double2): Double2 {
  const first = x[0] / y[0];
  const rest = add(x, multiply([-first, 0], y));
  const second = rest[0] / y[0];
  const last = add(rest, multiply([-second, 0], y));
  return add(quickSum(first, second), [last[0] / y[0], 0]);
}

const SERIES = Array.from({ length: 21 }, (_, i) => divide([1, 0], [41 - 2 * i, 0]));

/**
 * The natural logarithm, correctly rounded in all but freak cases, of a positive normal double. V8's `Math.log` is
 * off by one unit in the last place in 7% of the idf values of pools up to 400 units, so scores that are equal for
 * glibc (and Python) would come apart here. ln x = 2 artanh((m - 1) / (m + 1)) + e ln 2 with x = m 2^e.
 */
export function exactLog(x: number): number {
  let mantissa = x;
  let exponent = 0;
  for (; mantissa > Math.SQRT2; exponent += 1) mantissa /= 2;
  for (; mantissa < Math.SQRT1_2; exponent -= 1) mantissa *= 2;
  const s = divide(exactSum(mantissa, -1), exactSum(mantissa, 1));
  const square = multiply(s, s);
  let sum: Double2 = [0, 0];
  for (const factor of SERIES) sum = add(multiply(sum, square), factor);
  const [high, low] = add(multiply([2 * s[0], 2 * s[1]], sum), multiply([exponent, 0], LN2));
  return high + low;
}
