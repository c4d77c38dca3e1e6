import { announce } from '../changes';
import { openDatabase } from '../db';
import { storageFailed } from '../storage-error';
import { EXPORTED, parseExport, type ImportFault } from './format';
import { isPlain } from './plain';

/**
 * Runs, calls, batches and settings as JSON lines. Settings that hold files (a recording, the prediction files last
 * scored) are left out: the files are the user's to choose again, and rows travel as runs.
 */
export async function exportKept(): Promise<Blob> {
  try {
    const db = await openDatabase();
    const parts = [`${JSON.stringify({ format: 'complement-export', version: 1 })}\n`];
    for (const store of EXPORTED) {
      for (const value of await db.getAll(store)) parts.push(`${JSON.stringify({ store, value })}\n`);
    }
    for (const key of await db.getAllKeys('settings')) {
      const value = (await db.get('settings', key)) as unknown;
      if (isPlain(value)) parts.push(`${JSON.stringify({ store: 'settings', key, value })}\n`);
    }
    return new Blob(parts, { type: 'application/x-ndjson' });
  } catch (error) {
    throw storageFailed(error);
  }
}

export type ImportResult = { ok: true; records: number } | { ok: false; faults: ImportFault[] };

/** Writes an export's records, all or, when any line has a fault or there is no room, none. */
export async function importKept(file: Blob): Promise<ImportResult> {
  const { lines, faults } = parseExport(await file.text());
  if (faults.length > 0) return { ok: false, faults };
  try {
    const db = await openDatabase();
    const tx = db.transaction([...EXPORTED, 'settings'], 'readwrite');
    for (const line of lines) {
      if (line.store === 'settings') await tx.objectStore('settings').put(line.value, line.key);
      else if (line.store === 'runs') {
        const { label = line.value.method, accounting = null } = line.value;
        await tx.objectStore('runs').put({ ...line.value, label, accounting });
      } else if (line.store === 'calls') await tx.objectStore('calls').put(line.value);
      else await tx.objectStore('batches').put(line.value);
    }
    await tx.done;
  } catch (error) {
    throw storageFailed(error);
  }
  announce('runs');
  announce('settings');
  return { ok: true, records: lines.length };
}
