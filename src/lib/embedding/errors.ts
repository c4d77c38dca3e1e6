/** A model file that cannot be used: names the file, what is wrong with it and what to do. */
export class ModelFileError extends Error {
  override readonly name = 'ModelFileError';

  constructor(
    readonly file: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(`${file}: ${what}`, options);
  }
}
