/** A fault that ends the reading of a file: what follows cannot be understood. */
export class FileError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly value = '',
    readonly hint?: string,
  ) {
    super(message);
    this.name = 'FileError';
  }
}
