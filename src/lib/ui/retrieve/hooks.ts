import type { Job } from '../kit/job.svelte';

/** What a `Job` hands its work. */
export type Hooks = Parameters<Parameters<Job['run']>[0]>[0];
