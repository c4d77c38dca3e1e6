/** Third-party material of the site; NOTICES.md says the same with its places in the tree. */
export const carried = [
  {
    what: 'complement-static-256 (encoder)',
    licence: 'MIT',
    origin: 'made for this project; teacher BAAI/bge-small-en-v1.5',
  },
  { what: 'bge-small-en-v1.5, int8 ONNX (encoder)', licence: 'MIT', origin: 'BAAI/bge-small-en-v1.5' },
  { what: 'DuckDB-WASM', licence: 'MIT', origin: 'package @duckdb/duckdb-wasm' },
  { what: 'ONNX Runtime Web', licence: 'MIT', origin: 'package onnxruntime-web' },
  { what: 'JavaScript packages', licence: 'each its own', origin: 'listed with full texts in notices.txt' },
  {
    what: 'Tables and facts of the two publications',
    licence: 'numbers carried over as facts',
    origin: 'their authors',
  },
  { what: 'Demo repositories and states', licence: 'MIT', origin: 'written for this project' },
] as const;
