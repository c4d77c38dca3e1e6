/** One input: what it is made from. */
export interface Case {
  seed: number;
  size?: number | undefined;
}

export type Ended =
  | { kind: 'fine'; ms: number; bytes: number | null }
  | { kind: 'failed'; message: string }
  | { kind: 'hung'; ms: number }
  | { kind: 'died'; message: string };

export interface Failure extends Case {
  what: 'failed' | 'hung' | 'died' | 'slow';
  message: string;
}

/** A case may take a second, or a second per megabyte; where its size is not known, it is taken for five megabytes. */
export const allowedMs = (bytes: number | null): number => 1000 * Math.max(1, (bytes ?? 5e6) / 1e6);

/** A machine that does other things too may be slow once: what is slow must be so three times. */
const TRIES = 3;

type Run = (input: Case) => Promise<Ended>;

/** What is wrong with a case; null when nothing is. */
export async function judge(run: Run, input: Case): Promise<Failure | null> {
  let last: Failure | null = null;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const ended = await run(input);
    if (ended.kind === 'failed' || ended.kind === 'died')
      return { ...input, what: ended.kind, message: ended.message };
    if (ended.kind === 'fine' && ended.ms <= allowedMs(ended.bytes)) return null;
    const size = ended.kind === 'fine' && ended.bytes !== null ? ` for ${ended.bytes} bytes` : '';
    last = {
      ...input,
      what: ended.kind === 'hung' ? 'hung' : 'slow',
      message: `${ended.kind === 'hung' ? 'no end within' : 'took'} ${Math.round(ended.ms)} ms${size}`,
    };
  }
  return last;
}

/** The same seed with ever smaller inputs: the smallest at which it still fails in the same way. */
export async function shrink(run: Run, failure: Failure): Promise<Failure> {
  let smallest = failure;
  for (let size = failure.size ?? 256; size >= 1; size = Math.floor(size / 2)) {
    const found = await judge(run, { seed: failure.seed, size });
    if (found?.what === failure.what) smallest = found;
  }
  return smallest;
}

const SIZES = [undefined, undefined, undefined, 10, 1000];
const MOST_FAILURES = 5;

/** The seed of the nth case of a campaign. */
const caseSeed = (seed: number, n: number): number => (seed + Math.imul(n, 0x9e3779b1)) >>> 0;

/** Runs cases until `more` says no, or five have failed; each failure is shrunk and told at once. */
export async function attack(
  run: Run,
  seed: number,
  more: () => boolean,
  tell: (failure: Failure) => void,
): Promise<{ cases: number; failures: number }> {
  let cases = 0;
  let failures = 0;
  for (; failures < MOST_FAILURES && more(); cases += 1) {
    const failure = await judge(run, { seed: caseSeed(seed, cases), size: SIZES[cases % SIZES.length] });
    if (!failure) continue;
    failures += 1;
    tell(await shrink(run, failure));
  }
  return { cases, failures };
}
