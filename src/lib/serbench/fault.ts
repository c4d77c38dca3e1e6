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

/** All faults of a file together: the first `limit` kept, the rest counted. */
export class FaultList {
  readonly kept: Fault[] = [];
  errors = 0;
  warnings = 0;

  constructor(readonly limit = 1000) {}

  add(fault: Fault): void {
    if (fault.severity === 'error') this.errors += 1;
    else this.warnings += 1;
    if (this.kept.length < this.limit) this.kept.push(fault);
  }

  get total(): number {
    return this.errors + this.warnings;
  }
}
