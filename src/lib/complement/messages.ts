import type { State, Unit } from '$lib/serbench/state';
import { cardLine, makeCard, type Card } from './cards';
import type { Configuration } from './config/schema';
import { dataBlock } from './data-block';
import type { ChatMessage } from './model';
import { fillTemplate } from './prompts/template';
import type { Ask, Shown } from './stages/ask';
import { stateLines } from './state-text';

/** A question with its texts: what the page shows and the provider is sent. */
export interface RenderedAsk {
  selected: Card[];
  candidates: Card[];
  messages: ChatMessage[];
}

/** Gives a question its texts. Reads the public state only. */
export function renderAsk(ask: Ask, state: State, configuration: Configuration): RenderedAsk {
  const units = new Map(state.candidate_evidence.map((unit) => [unit.evidence_id, unit]));
  const cards = (shown: readonly Shown[], characters: number | null) =>
    shown.map(({ id, ...tag }) => makeCard(unitOf(units, id, state.state_id), characters, tag));
  const selected = cards(ask.selected, ask.selectedCharacters);
  const candidates = cards(ask.candidates, ask.characters);
  const user = fillTemplate(configuration.prompts.text[ask.prompt], {
    state: dataBlock('state', stateLines(state, configuration.limits.state)),
    selected: dataBlock('chosen', selected.map(cardLine)),
    candidates: dataBlock('candidates', candidates.map(cardLine)),
    minimum: String(ask.minimum),
    maximum: String(ask.maximum),
  });
  return {
    selected,
    candidates,
    messages: [
      { role: 'system', content: configuration.prompts.text.system },
      { role: 'user', content: user },
    ],
  };
}

function unitOf(units: Map<string, Unit>, id: string, stateId: string): Unit {
  const unit = units.get(id);
  if (!unit) throw new RangeError(`${id} is not in the pool of ${stateId}`);
  return unit;
}
