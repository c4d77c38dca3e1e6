import { list, record } from '../loose';
import { redact, redactDeep } from '../redact';

/** The pieces of every string of a stream's events, joined by where they stand: a key may be split over events. */
function joined(events: readonly unknown[]): string[] {
  const byPlace = new Map<string, string>();
  const visit = (value: unknown, place: string): void => {
    if (typeof value === 'string') byPlace.set(place, (byPlace.get(place) ?? '') + value);
    else if (Array.isArray(value)) list(value).forEach((part, i) => visit(part, `${place}/${i}`));
    else for (const [name, part] of Object.entries(record(value))) visit(part, `${place}/${name}`);
  };
  for (const event of events) visit(event, '');
  return [...byPlace.values()];
}

/**
 * A body as it may be kept: the key blanked in all its spellings. Where the key stands in it only once its events are
 * joined, the events are left out and the joined texts stand in their place, blanked.
 */
export function keptRaw(raw: string, events: readonly unknown[], key: string | null): string {
  const clean = redact(raw, key);
  if (key === null) return clean;
  const texts = joined(redactDeep(events, key));
  if (texts.every((text) => redact(text, key) === text)) return clean;
  const kept = texts.filter((text) => text.length > 0).map((text) => redact(text, key));
  return JSON.stringify({
    withheld: 'The key was spread over several events; their texts, joined:',
    texts: kept,
  });
}
