import { looksLikeIdentifier, splitIdentifier } from './code-tokens';
import { Lexicon } from './lexicon';

const UNKNOWN = -1;

/** A lexicon of words as written that remembers, per word, its lowered form, its code tokens and what it looks like. */
export class Vocabulary {
  readonly lexicon = new Lexicon();
  private lowered: number[] = [];
  private parts: (readonly number[] | undefined)[] = [];
  private compounds: (readonly [number, number | null] | undefined)[] = [];
  private identifiers: (boolean | undefined)[] = [];

  /** The number of the lowered word. */
  lower(id: number): number {
    const known = this.lowered[id] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const found = this.lexicon.intern(this.lexicon.text(id).toLowerCase());
    this.fillTo(id);
    this.lowered[id] = found;
    return found;
  }

  /** The numbers of a word's code tokens, whole first. */
  codeTokens(id: number): readonly number[] {
    return (this.parts[id] ??= splitIdentifier(this.lexicon.text(id)).map((part) =>
      this.lexicon.intern(part),
    ));
  }

  /** The number of a compound in lower case with `/` for `\`, and that of its part after the last `/`, if any. */
  compound(id: number): readonly [whole: number, base: number | null] {
    return (this.compounds[id] ??= this.readCompound(this.lexicon.text(id)));
  }

  isIdentifier(id: number): boolean {
    return (this.identifiers[id] ??= looksLikeIdentifier(this.lexicon.text(id)));
  }

  private readCompound(text: string): readonly [number, number | null] {
    const lowered = text.replaceAll('\\', '/').toLowerCase();
    const slash = lowered.lastIndexOf('/');
    return [this.lexicon.intern(lowered), slash < 0 ? null : this.lexicon.intern(lowered.slice(slash + 1))];
  }

  private fillTo(id: number): void {
    while (this.lowered.length <= id) this.lowered.push(UNKNOWN);
  }
}
