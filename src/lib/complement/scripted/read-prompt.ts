/** A prompt read back: what a scripted model can know, and no more than a language model could. */
export interface ReadPrompt {
  blocks: Map<string, Record<string, unknown>[]>;
  /** The ids asked for: the greatest and the least number of the prompt's last line. */
  minimum: number;
  maximum: number;
}

/** Reads the data blocks and the wanted counts of a prompt made by `renderAsk`. */
export function readPrompt(text: string): ReadPrompt {
  const blocks = new Map<string, Record<string, unknown>[]>();
  for (const match of text.matchAll(/^<data name="([a-z]+)">\n([\s\S]*?)\n?<\/data>$/gm))
    blocks.set(
      match[1] ?? '',
      (match[2] ?? '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
  const last = /Give [^\n]*ids/.exec(text)?.[0] ?? '';
  const numbers = (last.match(/\d+/g) ?? []).map(Number);
  return { blocks, minimum: Math.min(...numbers, 48), maximum: Math.max(...numbers, 0) || 8 };
}
