// Lets a thread load TypeScript: `--import tsx` does not reach worker threads.
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/esm/api';

register({ tsconfig: workerData.tsconfig });
await import(workerData.file);
