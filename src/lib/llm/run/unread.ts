import { loadO200k } from '$lib/data/o200k';
import { indexedDbStore } from '$lib/embedding/cache/indexed-db';
import { unreadByEncoder, type Ask, type Unread } from '$lib/embedding/unread';
import type { Task } from '$lib/serbench/task';
import { askOf } from './dense-vectors';
import type { UnreadRequest } from './requests';
import { statesOf } from './service';

/** What the dense view of a run would have an encoder read that this browser does not keep yet. */
export async function unreadOf(task: Task, request: UnreadRequest): Promise<Unread> {
  const { encoder, counted } = request;
  const count = counted ? (await loadO200k()).count : null;
  return unreadByEncoder(asksOf(request, task), encoder, indexedDbStore(), count, task);
}

async function* asksOf(request: UnreadRequest, task: Task): AsyncGenerator<Ask> {
  const wanted = request.stateIds && new Set(request.stateIds);
  let left = wanted?.size ?? Infinity;
  for await (const state of statesOf(request, task)) {
    if (wanted && !wanted.has(state.state_id)) continue;
    yield askOf(state);
    left -= 1;
    if (left === 0) return;
  }
}
