import type { FileEntry } from './source';

const sha256 = (path: string, bytes: number, hex: string): FileEntry => ({
  path,
  bytes,
  hash: { kind: 'sha256', hex },
});

/** The models that lie in `static/models`, file by file; a test compares this list with the folder. */
export const VENDORED: Readonly<Record<string, readonly FileEntry[]>> = {
  'complement-static-256': [
    sha256('config.json', 221, '0bc42455686aa3784529a284b183e1d6608099fead36d5c4588dccf3c418c538'),
    sha256('model.safetensors', 7935880, '9ace083e4627788baf443b1c64b2ce8734581576232c1ed595a685f51d12b891'),
    sha256('tokenizer.json', 466152, '6b2d703635461685390e82f4cb8a40d45e4d92992d6756b2158a25b5d33698d0'),
    sha256('tokenizer_config.json', 303, 'e59447ae7992140870dbf86ead0e49d108b16e3d3a0e69a1e11827daf087d984'),
  ],
  'bge-small-en-v1.5': [
    sha256('config.json', 481, '8d2602d121ff339b620f9eda5acf378f18c09f723995a3550d98b3727dbb5dff'),
    sha256(
      'onnx/model_quantized.onnx',
      34014426,
      '6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4',
    ),
    sha256('tokenizer.json', 711396, 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66'),
    sha256('tokenizer_config.json', 303, 'e59447ae7992140870dbf86ead0e49d108b16e3d3a0e69a1e11827daf087d984'),
  ],
};
