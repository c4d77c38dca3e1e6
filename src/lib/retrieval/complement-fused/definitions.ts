const KEYWORD =
  /\b(?:def|defp|class|func|function|fn|struct|trait|interface|enum|type|module|record)\*? +(?:\([^()]*\) *)?([A-Za-z_]\w*)/;
const ASSIGNED = /^(?:export +)?(?:const|let|var) +([A-Za-z_]\w*) *(?::[^=]*)?=/;
const MACRO = /^# *define +([A-Za-z_]\w*)/;
const CALLED = /([A-Za-z_]\w*)\(/;
const NO_DEFINITION =
  /^(?:[}\]*]|\/\/|\/\*|#(?! *define)|(?:if|for|foreach|while|switch|catch|else|elif|return|do|try|with|unless|case|match|select|using|lock)\b)/;

/** Lines longer than this are data or were made by a machine. */
const LONGEST_LINE = 300;
/** Shorter names (`get`, `i`) recur by chance. */
const SHORTEST_NAME = 4;

function nameIn(line: string): string | undefined {
  const named = KEYWORD.exec(line) ?? ASSIGNED.exec(line) ?? MACRO.exec(line);
  if (named !== null) return named[1];
  return line.endsWith('{') && !line.includes('=>') ? CALLED.exec(line)?.[1] : undefined;
}

/**
 * Names that a text defines, each once, in the order of the text: what stands after a defining word of the common
 * languages, or before the brackets of a line that opens a block. A guess by lines, no parser: it may miss names and
 * take some for defined that are not.
 */
export function definedNames(text: string): Set<string> {
  const names = new Set<string>();
  for (const raw of text.split('\n')) {
    if (raw.length > LONGEST_LINE) continue;
    const line = raw.trim();
    if (NO_DEFINITION.test(line)) continue;
    const name = nameIn(line);
    if (name !== undefined && name.length >= SHORTEST_NAME) names.add(name);
  }
  return names;
}
