import type { ExerciseUnit } from './exercise';

const unit = (id: string, title: string, text: string): ExerciseUnit => ({ id, title, text });

/** Parcels scanned at Norvik show up two hours late: the story of most exercises. */
export const LATE_PARCELS = {
  reader: unit(
    'reader',
    'feeds.py · read_csv',
    'Calls parse_stamp with the text alone: no zone is handed over.',
  ),
  readerFile: unit(
    'reader-file',
    'feeds.py · whole file',
    'All readers of feeds; read_csv, with its call of parse_stamp, is one of them.',
  ),
  readerDoc: unit(
    'reader-doc',
    'docs/feeds.md · readers',
    'Says that the CSV reader hands times on as they are, without a zone.',
  ),
  parser: unit('parser', 'timeutil.py · parse_stamp', 'A time without a zone is taken to be UTC.'),
  parserTest: unit('parser-test', 'test_timeutil.py', 'A test pins it: no zone at all is UTC.'),
  zoneDoc: unit('zone-doc', 'docs/feeds.md · carriers', 'Norvik writes depot local time, UTC+2 all year.'),
  settings: unit('settings', 'settings.py · CARRIERS', 'Norvik has a utc_offset of 2.0 hours.'),
  report: unit(
    'report',
    'report.py · history_lines',
    'Prints the scans of a parcel; times as they are stored.',
  ),
  cli: unit('cli', 'cli.py · main', 'Reads a feed and merges it into the ledger.'),
  issueTemplate: unit(
    'template',
    'ISSUE_TEMPLATE.md',
    'Asks for the parcel, the time shown and the time expected.',
  ),
} as const;

/** Is the setting of one site an exception? */
export const SITES = {
  north: unit('north', 'deploy/north.json', 'retention_days: 90'),
  harbour: unit('harbour', 'deploy/harbour.json', 'retention_days: 90'),
  quay: unit('quay', 'deploy/quay.json', 'retention_days: 90'),
  purge: unit(
    'purge',
    'retention.py · purge',
    'Drops parcels whose last scan is older than the days it is given.',
  ),
  purgeTest: unit('purge-test', 'test_retention.py', 'Delivered parcels of 91 days go at a limit of 90.'),
  changes: unit('changes', 'CHANGELOG.md', 'Purge takes days instead of months since 0.4.'),
} as const;

/** Units without a story, for questions of counting. */
export const plainUnits = (count: number): ExerciseUnit[] =>
  Array.from({ length: count }, (_, i) => unit(`u${i + 1}`, `Unit ${i + 1}`, 'A unit like any other.'));
