const HEAD = 1024;

/** What a file that holds no records plainly is, and what to do; null when its start does not tell. */
export async function looksLike(file: Blob): Promise<string | null> {
  if (file.size === 0) return 'empty: not one byte is in it. Was it copied or downloaded to the end?';
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const text = new TextDecoder().decode(bytes).trimStart().toLowerCase();
  if (text.startsWith('<!doctype html') || text.startsWith('<html')) {
    return 'a web page (HTML), not data: a login page, or the page about the file instead of the file. Download the raw file.';
  }
  return null;
}
