import type { Certificate } from './certificate';
import { isObject } from './reading/fields';

/** What a label row says of itself, beside the groups. */
export const LABEL_FACETS = [
  { key: 'tier', label: 'Certificate tier' },
  { key: 'confidence', label: 'Label confidence' },
  { key: 'audit', label: 'Human audit' },
  { key: 'sufficiency', label: 'Sufficiency' },
  { key: 'necessity', label: 'Necessity' },
  { key: 'scope', label: 'Label scope' },
] as const;
export type LabelFacet = (typeof LABEL_FACETS)[number]['key'];

const field = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** A facet's value as a word; null for what is absent or no single value. */
const word = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null;

const READ: Record<LabelFacet, (further: unknown) => unknown> = {
  tier: (row) =>
    field(field(row, 'metadata'), 'certificate_tier') ?? field(field(row, 'sufficiency_certificate'), 'tier'),
  confidence: (row) => field(row, 'label_confidence'),
  audit: (row) => field(row, 'human_audit_status'),
  sufficiency: (row) => field(field(row, 'sufficiency_certificate'), 'status'),
  necessity: (row) => field(field(row, 'necessity_certificate'), 'status'),
  scope: (row) => field(row, 'label_scope'),
};

/** One certificate's value of a facet, as its label row writes it; null when the row has none. */
export const labelFacet = ({ further }: Certificate, facet: LabelFacet): string | null =>
  word(READ[facet](further));

/** The facets that the labels carry, each with its value by state; a facet that no row has is left out. */
export function labelFacets(certificates: Iterable<Certificate>): Map<LabelFacet, Map<string, string>> {
  const facets = new Map<LabelFacet, Map<string, string>>();
  for (const certificate of certificates) {
    for (const { key } of LABEL_FACETS) {
      const value = labelFacet(certificate, key);
      if (value === null) continue;
      const values = facets.get(key) ?? new Map<string, string>();
      facets.set(key, values.set(certificate.state_id, value));
    }
  }
  return facets;
}
