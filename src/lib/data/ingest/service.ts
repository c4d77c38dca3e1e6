import type { Fault, FaultKind } from '$lib/serbench/fault';
import type { Task } from '$lib/serbench/task';
import type { PreparedContent, PreparedHead } from './prepared';
import { prepareSplit, type Ports, type Refused, type SplitFiles } from './prepare';

/** What crosses from the worker at once; the content follows when it is asked for by its ticket. */
export type HeadResult =
  { ok: true; head: PreparedHead; warnings: Fault[]; kinds: FaultKind[]; ticket: number } | Refused;

/** Splits that were read, and whose content the page has not taken yet. */
export class IngestService {
  readonly #pending = new Map<number, (signal: AbortSignal) => Promise<PreparedContent>>();
  #next = 1;

  readonly prepare = async (task: Task, files: SplitFiles, ports: Ports = {}): Promise<HeadResult> => {
    const read = await prepareSplit(files, task, ports);
    if (!read.ok) return read;
    const ticket = this.#next;
    this.#next += 1;
    this.#pending.set(ticket, read.content);
    return { ok: true, head: read.head, warnings: read.warnings, kinds: read.kinds, ticket };
  };

  readonly content = (task: Task, ticket: number): Promise<PreparedContent> => {
    const make = this.#pending.get(ticket);
    this.#pending.delete(ticket);
    if (!make) throw new Error('The reading worker was restarted before the split was kept: load it again.');
    return make(task.signal);
  };
}
