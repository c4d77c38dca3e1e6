const isUpper = (code: number) => code >= 65 && code <= 90;
const isLower = (code: number) => code >= 97 && code <= 122;
const isDigit = (code: number) => code >= 48 && code <= 57;

/**
 * Whether a camelCase border lies before the unit `code`: between a lower-case letter or digit and a capital, and
 * before the last capital of a run that a lower-case letter follows (`HTTP|Response`). ASCII only.
 */
export function isCamelBorder(previous: number, code: number, next: number): boolean {
  if (!isUpper(code)) return false;
  return isLower(previous) || isDigit(previous) || (isUpper(previous) && isLower(next));
}

/** The text with a blank at each camelCase border. */
export function splitCamelCase(text: string): string {
  let out = '';
  let from = 0;
  for (let i = 1; i < text.length; i += 1) {
    if (!isCamelBorder(text.charCodeAt(i - 1), text.charCodeAt(i), text.charCodeAt(i + 1))) continue;
    out += `${text.slice(from, i)} `;
    from = i;
  }
  return out + text.slice(from);
}
