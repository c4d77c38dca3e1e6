import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Case, Ended } from './attack';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const CONFIG = fileURLToPath(new URL('../tsconfig.json', import.meta.url));

/** Runs a target's cases in a process of its own, which is ended and begun anew when a case hangs or kills it. */
export class Victim {
  #child: ChildProcess | null = null;

  constructor(
    readonly name: string,
    readonly hangMs: number,
    /** Where the targets lie; the project's own by default. */
    readonly folder?: string,
  ) {}

  /** How a case ended. Rejects when the target cannot be loaded. */
  async run(input: Case): Promise<Ended> {
    const child = (this.#child ??= await this.#start());
    const stop = new AbortController();
    const { signal } = stop;
    try {
      return await Promise.race([
        once(child, 'message', { signal }).then(([message]) => message as Ended),
        once(child, 'exit', { signal }).then(([code, by]): Ended => {
          this.#child = null;
          return { kind: 'died', message: `The process ended with ${String(code ?? by)}` };
        }),
        new Promise<Ended>((resolve) => {
          const timer = setTimeout(() => resolve({ kind: 'hung', ms: this.hangMs }), this.hangMs);
          signal.addEventListener('abort', () => clearTimeout(timer));
          child.send(input);
        }).then((ended) => {
          this.close();
          return ended;
        }),
      ]);
    } finally {
      stop.abort();
    }
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(CHILD, [this.name, ...(this.folder === undefined ? [] : [this.folder])], {
      execArgv: ['--import', 'tsx', '--max-old-space-size=2048'],
      env: { ...process.env, TSX_TSCONFIG_PATH: CONFIG },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [first] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (typeof first !== 'object') throw new Error(`The fuzz target "${this.name}" could not be loaded.`);
    return child;
  }
}
