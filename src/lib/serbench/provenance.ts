import type { Certificate } from './certificate';
import { isObject } from './reading/fields';

/** What the release asks to be said of certificates such as Cal500's, wherever they are loaded or scored. */
export const MACHINE_CALIBRATED =
  'These certificates are machine-calibrated and cross-family repaired; they are not human gold.';

/** Of Test500's, which are not released. */
export const HUMAN_ADJUDICATED = 'Its certificates are human-adjudicated and private.';

/** Whether a label row calls itself machine-calibrated; the release's public rows do. */
const saysSo = ({ further }: Certificate): boolean => {
  const metadata = further?.['metadata'];
  return isObject(metadata) && metadata['machine_calibrated_not_human_gold'] === true;
};

/**
 * What must be said of scores against these certificates, in a sentence; null when their rows say nothing of the kind.
 * It goes by the rows' own word, so that a renamed or cut file is called what it is, and one's own labels are not.
 */
export function provenanceOf(certificates: Iterable<Certificate>): string | null {
  let all = 0;
  let calibrated = 0;
  for (const certificate of certificates) {
    all += 1;
    if (saysSo(certificate)) calibrated += 1;
  }
  if (calibrated === 0) return null;
  if (calibrated === all) return MACHINE_CALIBRATED;
  return `${calibrated} of the ${all} certificates are machine-calibrated and cross-family repaired; they are not human gold.`;
}
