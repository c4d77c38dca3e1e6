import { strFromU8, unzipSync } from 'fflate';
import { parseReport } from './report';
import type { Report } from './schema';

/** The most that a report may unpack to: room for thousands of states, no more. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Opens a report: the zip, or its `report.json` alone. Throws an Error that says what is wrong with the file. */
export function openReport(bytes: Uint8Array): Report {
  const zipped = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return parseReport(zipped ? fromZip(bytes) : decode(bytes));
}

function fromZip(bytes: Uint8Array): string {
  let tooLarge = false;
  let found: Uint8Array | undefined;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const wanted = name === 'report.json' || name.endsWith('/report.json');
        if (wanted && originalSize > MOST_BYTES) tooLarge = true;
        return wanted && !tooLarge;
      },
    });
    found = Object.values(files)[0];
  } catch (error) {
    throw new Error('This zip cannot be read; it may be cut short.', { cause: error });
  }
  if (tooLarge) throw new Error('The report.json of this zip is larger than 256 MB: it is not opened.');
  if (!found) throw new Error('This zip holds no report.json: it is not a report of this app.');
  return strFromU8(found);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error('This file is neither a zip nor UTF-8 text.', { cause: error });
  }
}
