import { canonicalJson } from '$lib/complement/canonical';
import { access } from './access.svelte';
import { desk } from './desk.svelte';
import { draftSchema, keepDraft, keptDraft, type Draft } from './draft';

const WAIT = 100;

/**
 * Keeps the desk's draft over reloads: written shortly after an edit, and at once when the page is left. Puts the
 * draft and the own recording of an earlier visit back.
 */
class DraftKeeper {
  /** The draft of an earlier visit is on the desk. */
  restored = $state(false);
  /** The desk differs from what the site starts with. */
  edited = $state(false);
  /** What of an earlier visit could not be put back. */
  problem = $state('');
  #opened: Promise<void> | null = null;
  #start = '';
  #written = '';
  #pending: { draft: Draft | null; timer: ReturnType<typeof setTimeout> } | null = null;

  /** Puts the kept draft on the desk, once a visit, and only while nothing was edited. */
  open(): Promise<void> {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  async #open(): Promise<void> {
    this.#start = canonicalJson(desk.toDraft());
    this.#written = this.#start;
    const kept = await keptDraft();
    if (kept && canonicalJson(desk.toDraft()) === this.#start) {
      this.#written = canonicalJson(kept);
      desk.useDraft(kept);
      this.restored = true;
    }
    try {
      await desk.restoreRecording();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  /** Notes the draft as it is now. What does not read (a number being typed) or holds a key is not kept. */
  note(draft: Draft | null): void {
    const read = draftSchema.safeParse(draft);
    if (this.#start === '' || !read.success) return;
    const text = canonicalJson(read.data);
    this.edited = text !== this.#start;
    if (text === this.#written || access.isIn(text)) return;
    if (this.#pending) clearTimeout(this.#pending.timer);
    this.#written = text;
    this.#pending = { draft: this.edited ? read.data : null, timer: setTimeout(this.flush, WAIT) };
  }

  /** Writes what waits. */
  readonly flush = (): void => {
    const pending = this.#pending;
    if (!pending) return;
    clearTimeout(pending.timer);
    this.#pending = null;
    void keepDraft(pending.draft);
  };

  /** Back to what the site starts with; the kept draft is forgotten. */
  reset(): void {
    desk.reset();
    void keepDraft(null);
    this.restored = false;
  }
}

export const draftKeeper = new DraftKeeper();
