import { z } from 'zod';
import { HUMAN_ADJUDICATED, MACHINE_CALIBRATED } from '$lib/serbench/provenance';
import manifestJson from '$lib/paper/data/release-manifest.json';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const Entry = z.object({
  sha256: Sha256,
  uncompressed_sha256: Sha256,
  records: z.number().int().positive(),
  bytes: z.number().int().positive(),
});
const Manifest = z.object({ release: z.string(), files: z.record(z.string(), Entry) });

/** A file of the release: where it lies under the release's folder, and what it must be. */
export interface ReleaseFile {
  /** `cal500/items.jsonl.gz`. */
  path: string;
  sha256: string;
  /** Of the text inside the gzip. */
  uncompressedSha256: string;
  records: number;
  bytes: number;
  /** "Cal500 items". */
  label: string;
}

export interface Release {
  key: 'example' | 'cal500' | 'test500';
  label: string;
  about: string;
  items: ReleaseFile;
  labels: ReleaseFile | null;
}

/** The commit that holds the release; nothing newer is ever fetched. */
export const RELEASE_COMMIT = '136e9802ad9c4326d271b85028cb49a365437eb0';
export const RELEASE_HOST = `https://raw.githubusercontent.com/LordTARN1SHED/SERBench/${RELEASE_COMMIT}/data`;
export const RELEASE_PAGE = `https://github.com/LordTARN1SHED/SERBench/tree/${RELEASE_COMMIT}/data`;

const NAMES: Record<string, string> = { example: 'Example', cal500: 'Cal500', test500: 'Test500' };

const manifest = Manifest.parse(manifestJson);
export const RELEASE_NAME = manifest.release;

function labelOf(path: string): string {
  const [folder = '', file = ''] = path.split('/');
  return `${NAMES[folder] ?? folder} ${file.split('.', 1)[0]?.replace('_', ' ') ?? file}`;
}

/** Every file of the release. */
export const releaseFiles: readonly ReleaseFile[] = Object.entries(manifest.files).map(([path, entry]) => ({
  path,
  sha256: entry.sha256,
  uncompressedSha256: entry.uncompressed_sha256,
  records: entry.records,
  bytes: entry.bytes,
  label: labelOf(path),
}));

function file(path: string): ReleaseFile {
  const found = releaseFiles.find((one) => one.path === path);
  if (!found) throw new Error(`The release manifest has no "${path}".`);
  return found;
}

export const releases: readonly Release[] = [
  {
    key: 'example',
    label: 'Example',
    about: `Three real states with their certificates: a first look. ${MACHINE_CALIBRATED}`,
    items: file('example/items.jsonl'),
    labels: file('example/labels.jsonl'),
  },
  {
    key: 'cal500',
    label: 'Cal500',
    about: `500 states of 241 issues in 174 repositories, with public certificates. ${MACHINE_CALIBRATED}`,
    items: file('cal500/items.jsonl.gz'),
    labels: file('cal500/labels.jsonl.gz'),
  },
  {
    key: 'test500',
    label: 'Test500',
    about: `500 states of 242 issues in 45 other repositories. ${HUMAN_ADJUDICATED}`,
    items: file('test500/items.jsonl.gz'),
    labels: null,
  },
];

/** What a file is, by its SHA-256 (as it is, or unpacked); null for a file that is not of the release. */
export const identify = (sha256: string): ReleaseFile | null =>
  releaseFiles.find((one) => one.sha256 === sha256 || one.uncompressedSha256 === sha256) ?? null;
