import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { outcomeSchema, type Outcome } from '$lib/complement/batch/record';
import type { BatchStore } from '$lib/complement/batch/run-batch';
import { callSchema, type Attempt, type Call } from '$lib/complement/trace';
import { CliError } from '../options';
import { asideOf } from '../output';
import type { Note } from './notes';

/** A file of a state by its place in the split: how an earlier version kept outcomes. */
const BY_PLACE = /^\d{6,12}\.json$/;

/**
 * A folder as the store of a run: one file a call and one a state, each written whole or not at all. A file that a
 * power cut left half-written counts as not made, and so does a state one of whose calls is gone: `tell` hears of it.
 */
export class FileStore implements BatchStore {
  readonly #told = new Set<string>();
  #earlier: Promise<ReadonlyMap<string, string>> | null = null;

  /** The folder and its parts exist, or nothing is written. */
  constructor(
    readonly folder: string,
    readonly tell: (note: Note) => void = () => undefined,
  ) {}

  static async open(folder: string): Promise<FileStore> {
    for (const name of ['calls', 'failed', 'partial', 'states'])
      await mkdir(join(folder, name), { recursive: true });
    return new FileStore(folder);
  }

  async find(key: string): Promise<Call | null> {
    const path = this.#call(key);
    const call = await this.#read(path, callSchema);
    return call && call.key !== key ? this.#damaged(path, 'it holds another call') : call;
  }

  begin = async (key: string): Promise<Attempt[]> =>
    (await this.#read(this.#partial(key), callSchema))?.attempts ?? [];

  attempted = (call: Call): Promise<void> => this.#write(this.#partial(call.key), call);

  async store(call: Call): Promise<void> {
    await this.#write(this.#call(call.key), call);
    await rm(this.#partial(call.key), { force: true });
  }

  async fail(key: string, call: Call | null): Promise<void> {
    if (!call) return;
    const path = join(this.folder, 'failed', `${key}.json`);
    const known = await this.#read(path, callSchema);
    await this.#write(path, { ...call, attempts: [...(known?.attempts ?? []), ...call.attempts] });
    await rm(this.#partial(key), { force: true });
  }

  async eachCall(visit: (call: Call) => void): Promise<void> {
    for (const folder of ['calls', 'failed', 'partial'])
      for (const name of (await readdir(join(this.folder, folder))).sort()) {
        const call = name.endsWith('.json')
          ? await this.#read(join(this.folder, folder, name), callSchema)
          : null;
        if (call) visit(call);
      }
  }

  /** What became of a state; kept by its id, or, by an earlier version, by its place in the split. */
  async outcome(stateId: string): Promise<Outcome | null> {
    const kept = await this.#outcomeAt(this.#state(stateId));
    if (kept) return kept;
    const earlier = (await this.#places()).get(stateId);
    return earlier === undefined ? null : this.#outcomeAt(earlier);
  }

  async #outcomeAt(path: string): Promise<Outcome | null> {
    const outcome = await this.#read(path, outcomeSchema);
    if (!outcome) return null;
    if (path !== this.#state(outcome.state_id) && path !== this.#place(outcome.index))
      return this.#damaged(path, 'it holds another state');
    if (outcome.status === 'failed') return outcome;
    for (const { stage, key } of outcome.calls)
      if ((await this.find(key)) === null)
        return this.#damaged(path, `its ${stage} call is not in calls/${key}.json`);
    return outcome;
  }

  async putOutcome(outcome: Outcome): Promise<void> {
    const file = this.#state(outcome.state_id);
    await this.#write(file, outcome);
    const earlier = (await this.#places()).get(outcome.state_id);
    if (earlier !== undefined) await rm(earlier, { force: true });
    const { status, state_id, reason: message } = outcome;
    if (status === 'failed') this.tell({ code: 'state-failed', file, state_id, message });
  }

  async outcomes(): Promise<Outcome[]> {
    const names = (await readdir(join(this.folder, 'states')))
      .filter((name) => name.endsWith('.json'))
      .sort();
    const found = new Map<string, Outcome>();
    // Those kept by place come first in this order; a later one under the state's id takes their place.
    for (const name of [
      ...names.filter((one) => BY_PLACE.test(one)),
      ...names.filter((one) => !BY_PLACE.test(one)),
    ]) {
      const outcome = await this.#outcomeAt(join(this.folder, 'states', name));
      if (outcome) found.set(outcome.state_id, outcome);
    }
    return [...found.values()].sort((a, b) => a.index - b.index);
  }

  /** Files of an earlier version, by the state that they hold; read once. */
  #places(): Promise<ReadonlyMap<string, string>> {
    this.#earlier ??= this.#readPlaces();
    return this.#earlier;
  }

  async #readPlaces(): Promise<ReadonlyMap<string, string>> {
    const places = new Map<string, string>();
    for (const name of await readdir(join(this.folder, 'states'))) {
      if (!BY_PLACE.test(name)) continue;
      const path = join(this.folder, 'states', name);
      const outcome = await this.#read(path, outcomeSchema);
      if (outcome) places.set(outcome.state_id, path);
    }
    return places;
  }

  #partial = (key: string) => join(this.folder, 'partial', `${key}.json`);
  #call = (key: string) => join(this.folder, 'calls', `${key}.json`);
  /** A state id may hold anything: its SHA-256 names the file. */
  #state = (stateId: string) =>
    join(this.folder, 'states', `${createHash('sha256').update(stateId).digest('hex')}.json`);
  #place = (index: number) => join(this.folder, 'states', `${String(index).padStart(6, '0')}.json`);

  async #read<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw new CliError('cannot-read', error instanceof Error ? error.message : String(error), path);
    });
    if (text === null) return null;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.#damaged(path, 'it is not whole');
    }
    const read = schema.safeParse(value);
    const [issue] = read.error?.issues ?? [];
    return read.success
      ? read.data
      : this.#damaged(path, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}`);
  }

  #damaged(file: string, why: string): null {
    if (this.#told.has(file)) return null;
    this.#told.add(file);
    this.tell({
      code: 'damaged-file',
      file,
      message: `This file cannot be used (${why}); it counts as not made and is made again.`,
    });
    return null;
  }

  async #write(path: string, value: unknown): Promise<void> {
    const aside = asideOf(path);
    await writeFile(aside, `${JSON.stringify(value)}\n`, { flag: 'wx' });
    await rename(aside, path);
  }
}
