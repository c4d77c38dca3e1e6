/** The place after the object that starts at `start` (a `{`), or null when the text ends inside it. */
export function objectEnd(text: string, start: number): number | null {
  let depth = 0;
  let inString = false;
  for (let i = start; i < text.length; i += 1) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return null;
}

/** Whether a text that starts with `{` ends before its object does: inside a string or with open brackets. */
export const endsInsideObject = (text: string): boolean => objectEnd(text, 0) === null;
