import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { outcomeSchema, type Outcome } from '$lib/complement/batch/record';
import type { BatchStore } from '$lib/complement/batch/run-batch';
import { callSchema, type Attempt, type Call } from '$lib/complement/trace';

/** A folder as the store of a run: one file a call and one a state, each written whole or not at all. */
export class FileStore implements BatchStore {
  private constructor(readonly folder: string) {}

  static async open(folder: string): Promise<FileStore> {
    await mkdir(join(folder, 'calls'), { recursive: true });
    await mkdir(join(folder, 'failed'), { recursive: true });
    await mkdir(join(folder, 'partial'), { recursive: true });
    await mkdir(join(folder, 'states'), { recursive: true });
    const store = new FileStore(folder);
    await store.#byId();
    return store;
  }

  find = (key: string): Promise<Call | null> => this.#read(this.#call(key), callSchema);

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

  outcome = (stateId: string): Promise<Outcome | null> => this.#read(this.#state(stateId), outcomeSchema);

  putOutcome = (outcome: Outcome): Promise<void> => this.#write(this.#state(outcome.state_id), outcome);

  /** Outcomes were once kept by their place in the split, as `000003.json`: puts them under their states' ids. */
  async #byId(): Promise<void> {
    const states = join(this.folder, 'states');
    for (const name of (await readdir(states)).filter((one) => /^\d{6,12}\.json$/.test(one))) {
      const path = join(states, name);
      const outcome = await this.#read(path, outcomeSchema);
      if (outcome === null) continue;
      // One that is there already is the later one.
      if ((await this.outcome(outcome.state_id)) === null) await rename(path, this.#state(outcome.state_id));
      else await rm(path);
    }
  }

  async outcomes(): Promise<Outcome[]> {
    const names = (await readdir(join(this.folder, 'states')))
      .filter((name) => name.endsWith('.json'))
      .sort();
    const found = await Promise.all(
      names.map((name) => this.#read(join(this.folder, 'states', name), outcomeSchema)),
    );
    return found.filter((outcome) => outcome !== null).sort((a, b) => a.index - b.index);
  }

  #partial = (key: string) => join(this.folder, 'partial', `${key}.json`);
  #call = (key: string) => join(this.folder, 'calls', `${key}.json`);
  /** A state id may hold anything: its SHA-256 names the file. A decimal name of six digits cannot be one. */
  #state = (stateId: string) =>
    join(this.folder, 'states', `${createHash('sha256').update(stateId).digest('hex')}.json`);

  async #read<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const text = await readFile(path, 'utf8').catch(() => null);
    return text === null ? null : schema.parse(JSON.parse(text));
  }

  async #write(path: string, value: unknown): Promise<void> {
    await writeFile(`${path}.part`, `${JSON.stringify(value)}\n`);
    await rename(`${path}.part`, path);
  }
}
