/** Blanks every occurrence of a key in a text that will be kept or shown: providers echo keys in errors. */
export function redact(text: string, key: string | null): string {
  if (!key) return text;
  const forms = new Set([key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), btoaOrSame(key)]);
  return [...forms].reduce((rest, form) => (form === '' ? rest : rest.split(form).join('[key]')), text);
}

function btoaOrSame(key: string): string {
  try {
    return btoa(key);
  } catch {
    return key;
  }
}
