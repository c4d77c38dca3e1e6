const LITERAL = /`([^`\r\n]{2,80})`|"([^"\r\n]{2,80})"|'([^'\r\n]{2,80})'/g;

/** Quoted literals of one line, without their quotes, lowered: an error's text, a setting's name. */
export function quotedLiterals(text: string): string[] {
  return Array.from(text.matchAll(LITERAL), ([, tick, double, single]) => tick ?? double ?? single ?? '')
    .map((literal) => literal.trim().toLowerCase())
    .filter((literal) => literal !== '');
}
