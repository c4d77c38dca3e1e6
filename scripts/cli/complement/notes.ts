/** Something worth knowing that stops nothing, about a file or a state. */
export interface Note {
  code: string;
  file: string;
  message: string;
  state_id?: string;
}

/** Prints a note as one JSON object on the error stream. */
export function printNote(note: Note): void {
  console.error(JSON.stringify(note));
}
