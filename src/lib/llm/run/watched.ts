import type { ChatModel } from '$lib/complement/model';

/** A model that tells of every attempt as it begins, counted from 1. */
export function watched(model: ChatModel, begins: (attempt: number) => void): ChatModel {
  let attempt = 0;
  return {
    complete: (request, signal) => {
      attempt += 1;
      begins(attempt);
      return model.complete(request, signal);
    },
  };
}
