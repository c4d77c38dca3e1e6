import { sha256Hex } from '../digest';
import { StaticEncoder } from './encoder';
import { readStaticModel, type StaticFiles } from './model';

/** Makes a static encoder of a model's files; its revision is the SHA-256 of the weights, so a file names its vectors. */
export async function openStatic(
  name: string,
  files: StaticFiles & { weights: Uint8Array<ArrayBuffer> },
): Promise<StaticEncoder> {
  const model = readStaticModel(files);
  const dtype = model.rows instanceof Int8Array ? 'int8' : 'fp32';
  return new StaticEncoder(
    { model: name, revision: await sha256Hex(files.weights), dtype, how: `mean@${model.limit}` },
    model,
  );
}
