import type { TextKind } from '../encoder';

export type Pooling = 'cls' | 'mean' | 'last';
export type Device = 'wasm' | 'webgpu';
export type Dtype = 'fp32' | 'fp16' | 'int8' | 'q4';

/** How a transformer's token states become one vector, and what it wants around a text. */
export interface TransformerSettings {
  pooling: Pooling;
  prefix: Readonly<Record<TextKind, string>>;
  /** Tokens kept of a text, special tokens included. */
  limit: number;
}

/** The weights' file of a model folder by dtype, as the public ONNX conversions name it; the first that is there. */
export const WEIGHT_FILES: Readonly<Record<Dtype, readonly [string, ...string[]]>> = {
  fp32: ['onnx/model.onnx', 'model.onnx'],
  fp16: ['onnx/model_fp16.onnx', 'model_fp16.onnx'],
  int8: ['onnx/model_quantized.onnx', 'onnx/model_int8.onnx', 'model_quantized.onnx', 'model_int8.onnx'],
  q4: ['onnx/model_q4.onnx', 'model_q4.onnx'],
};

/** Which of a dtype's names is among the paths of a folder; undefined when none is. */
export const weightFile = (dtype: Dtype, paths: readonly string[]): string | undefined =>
  WEIGHT_FILES[dtype].find((path) => paths.includes(path));

/** Weights of few bits are quantised anew for each call from all that is in it: such models take one text a call. */
export const dependsOnBatch = (dtype: Dtype): boolean => dtype === 'int8' || dtype === 'q4';
