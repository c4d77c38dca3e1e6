const squash = (text: string) => text.replace(/\s+/gu, '');
const slashes = (text: string) => text.replaceAll('\\', '/');
const form = (text: string) => text.normalize('NFKC');
const fold = (text: string) => text.toLowerCase();

const DIFFERENCES: [what: string, same: (text: string) => string][] = [
  ['case', fold],
  ['white space', squash],
  ['slash direction', slashes],
  ['Unicode form', form],
];

const normal = (text: string) => fold(squash(slashes(form(text))));

/** Finds what a wrong name was probably meant to be, among names that exist. */
export class NearNames {
  private byNormal: Map<string, string> | null = null;

  constructor(private readonly names: Iterable<string>) {}

  /** `differs only in white space from "s1"`; undefined when nothing is near. */
  hint(wrong: string): string | undefined {
    this.byNormal ??= new Map([...this.names].map((name) => [normal(name), name]));
    const name = this.byNormal.get(normal(wrong));
    if (name === undefined || name === wrong) return undefined;
    // The fewest differences that explain it.
    const single = DIFFERENCES.filter(([, same]) => same(wrong) === same(name)).map(([what]) => what);
    const needed = DIFFERENCES.filter(([what]) => !explained(wrong, name, what)).map(([what]) => what);
    const words = single.length > 0 ? single.slice(0, 1) : needed;
    return `differs only in ${words.join(' and ')} from ${JSON.stringify(name)}`;
  }
}

/** Whether the names are the same without looking at one of the differences. */
function explained(a: string, b: string, without: string): boolean {
  const all = (text: string) =>
    DIFFERENCES.filter(([what]) => what !== without).reduceRight((t, [, same]) => same(t), text);
  return all(a) === all(b);
}
