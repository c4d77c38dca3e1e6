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
    return new FileStore(folder);
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

  outcome = (index: number): Promise<Outcome | null> => this.#read(this.#state(index), outcomeSchema);

  putOutcome = (outcome: Outcome): Promise<void> => this.#write(this.#state(outcome.index), outcome);

  async outcomes(): Promise<Outcome[]> {
    const names = (await readdir(join(this.folder, 'states')))
      .filter((name) => name.endsWith('.json'))
      .sort();
    const found = await Promise.all(names.map((name) => this.outcome(Number(name.slice(0, -5)))));
    return found.filter((outcome) => outcome !== null);
  }

  #partial = (key: string) => join(this.folder, 'partial', `${key}.json`);
  #call = (key: string) => join(this.folder, 'calls', `${key}.json`);
  #state = (index: number) => join(this.folder, 'states', `${String(index).padStart(6, '0')}.json`);

  async #read<T>(path: string, schema: z.ZodType<T>): Promise<T | null> {
    const text = await readFile(path, 'utf8').catch(() => null);
    return text === null ? null : schema.parse(JSON.parse(text));
  }

  async #write(path: string, value: unknown): Promise<void> {
    await writeFile(`${path}.part`, `${JSON.stringify(value)}\n`);
    await rename(`${path}.part`, path);
  }
}
