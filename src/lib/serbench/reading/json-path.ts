/** Where in a record: keys and indices from the row's own object inwards. */
export type Path = readonly (string | number)[];

/** `required_evidence_groups[0].role`; a key that is no plain name is quoted: `["a b"]`. */
export function printPath(path: Path): string {
  return path
    .map((step, i) => {
      if (typeof step === 'number') return `[${step}]`;
      if (!/^[A-Za-z_$][\w$]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join('');
}

/** Source text for a fault's `value`: at most 200 characters, with an ellipsis when cut. */
export function cutValue(text: string): string {
  if (text.length <= 200) return text;
  const end = text.charCodeAt(198) >= 0xd800 && text.charCodeAt(198) <= 0xdbff ? 198 : 199;
  return `${text.slice(0, end)}…`;
}
