/** A small instruct model of the hub that runs in a page. Sizes are of the files that are downloaded. */
export interface BrowserModel {
  /** Hub id. */
  id: string;
  label: string;
  /** Megabytes, about. */
  megabytes: number;
  licence: string;
}

/** Suggestions; any text-generation model with ONNX files can be typed. They are small: do not expect much. */
export const BROWSER_MODELS: readonly BrowserModel[] = [
  {
    id: 'onnx-community/Qwen2.5-0.5B-Instruct',
    label: 'Qwen2.5 0.5B Instruct',
    megabytes: 500,
    licence: 'Apache-2.0',
  },
  { id: 'onnx-community/Qwen3-0.6B-ONNX', label: 'Qwen3 0.6B', megabytes: 600, licence: 'Apache-2.0' },
  {
    id: 'HuggingFaceTB/SmolLM2-360M-Instruct',
    label: 'SmolLM2 360M Instruct',
    megabytes: 380,
    licence: 'Apache-2.0',
  },
];
