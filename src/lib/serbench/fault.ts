/** A fault of a user's file, located: shown in the page, printed by the CLI as one JSON object a line. */
export interface Fault {
  file: string;
  /** 1-based physical line. */
  line: number;
  /** 1-based column in UTF-16 units, where known. */
  column?: number;
  /** Where in the record: `ranked_evidence_ids[2]`; empty for the whole row. */
  path: string;
  /** A stable machine-readable name, e.g. `duplicate-evidence-id`. */
  code: string;
  /** The offending value as JSON text, cut to 200 characters. */
  value: string;
  /** What is wrong and what to do next, in one sentence. */
  message: string;
  /** "differs only in case", "exists in split Cal500", and the like. */
  hint?: string;
  severity: 'error' | 'warning';
}

/** Faults of one kind: one code at one field, whatever the row and the positions in its lists. */
export interface FaultKind {
  code: string;
  severity: Fault['severity'];
  /** The field with its positions left out: `trajectory_prefix[].step_id`. */
  field: string;
  count: number;
  /** Where the first one stands. */
  line: number;
}

/** Fields can be named by the data: beyond so many kinds, faults are counted by their code alone. */
const MAX_KINDS = 200;

/**
 * All faults of a file together: the first `limit` errors and the first `limit` warnings kept, the rest counted. The
 * two are bounded apart, so that warnings never hide what a file was refused for.
 */
export class FaultList {
  readonly kept: Fault[] = [];
  errors = 0;
  warnings = 0;
  readonly #kinds = new Map<string, FaultKind>();

  constructor(readonly limit = 1000) {}

  /** Whether another fault of this severity would be kept, and not only counted. */
  keeps(severity: Fault['severity']): boolean {
    return (severity === 'error' ? this.errors : this.warnings) < this.limit;
  }

  add(fault: Fault): void {
    if (this.keeps(fault.severity)) this.kept.push(fault);
    if (fault.severity === 'error') this.errors += 1;
    else this.warnings += 1;
    this.#count(fault);
  }

  get total(): number {
    return this.errors + this.warnings;
  }

  /** How many there are of each kind, in the order in which the kinds were met. */
  get kinds(): FaultKind[] {
    return [...this.#kinds.values()];
  }

  #count({ code, severity, path, line }: Fault): void {
    const exact = path.replace(/\[\d+\]/g, '[]');
    const keyOf = (field: string) => JSON.stringify([severity, code, field]);
    const field = this.#kinds.has(keyOf(exact)) || this.#kinds.size < MAX_KINDS ? exact : '';
    const kind = this.#kinds.get(keyOf(field));
    if (kind) kind.count += 1;
    else this.#kinds.set(keyOf(field), { code, severity, field, count: 1, line });
  }
}
