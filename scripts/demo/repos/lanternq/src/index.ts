export { MemoryStore } from './store';
export { Queue } from './queue';
export { Worker } from './worker';
export { DeadLetterBox } from './deadletter';
export { parseConfig, type Config } from './config';
export type { Job, NewJob, Handler } from './types';
