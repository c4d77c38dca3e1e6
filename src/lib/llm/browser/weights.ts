/** How a model's numbers are stored, by the names that transformers.js 4 uses. */
export type Weights = 'fp32' | 'fp16' | 'q8' | 'int8' | 'uint8' | 'q4' | 'q4f16' | 'bnb4';

const FILE: Readonly<Record<Weights, string>> = {
  fp32: 'onnx/model.onnx',
  fp16: 'onnx/model_fp16.onnx',
  q8: 'onnx/model_quantized.onnx',
  int8: 'onnx/model_int8.onnx',
  uint8: 'onnx/model_uint8.onnx',
  q4: 'onnx/model_q4.onnx',
  q4f16: 'onnx/model_q4f16.onnx',
  bnb4: 'onnx/model_bnb4.onnx',
};

/** Best first. WASM has no kernels for half precision; not every graphics card has. */
const ORDER = {
  'webgpu with half precision': ['q4f16', 'q4', 'fp16', 'fp32'],
  webgpu: ['q4', 'fp32'],
  wasm: ['q4', 'q8', 'int8', 'uint8', 'bnb4', 'fp32'],
} as const satisfies Record<string, readonly Weights[]>;

export type Runs = keyof typeof ORDER;

/** The best weights of a model's files for a device; null when none of them runs there. */
export function chooseWeights(
  paths: readonly string[],
  runs: Runs,
): { weights: Weights; path: string; first: boolean } | null {
  const weights = ORDER[runs].find((name) => paths.includes(FILE[name]));
  return weights === undefined ? null : { weights, path: FILE[weights], first: weights === ORDER[runs][0] };
}
