import type { GroupSpec, RepositorySpec } from '../spec';
import { at } from './places';

const readerIgnoresZone: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [
    at(
      'parcelog/feeds.py',
      'at=parse_stamp(row[carrier.time_column]),\n                depot=row["depot"].strip(),',
    ),
  ],
  rationale:
    'The CSV reader is where the carrier is known and the time is read. Only its call shows that parse_stamp is given no zone, so this is the line to change.',
};
const norvikOffset: GroupSpec = {
  role: 'interaction_constraint',
  weight: 2,
  places: [
    at('parcelog/settings.py', 'Carrier("norvik", "csv", ";", "scan_time", 2.0)'),
    at('docs/feeds.md', 'depot local time, which is UTC+2 all year'),
  ],
  rationale:
    "The right instant cannot be computed without Norvik's offset. The settings and the feed notes both give it (two hours); either is enough.",
};
const calderStaysUtc: GroupSpec = {
  role: 'verification_constraint',
  weight: 2,
  places: [
    at('tests/test_feeds.py', 'def test_calder_times_are_utc'),
    at('docs/feeds.md', '| none; UTC |'),
    at('parcelog/settings.py', 'Carrier("calder", "csv", ",", "when", 0.0)'),
    at('CHANGELOG.md', "Calder's feed has no zone either. Times without a zone are read as UTC"),
  ],
  rationale:
    "Calder goes through the same reader. Whoever changes it must know that Calder's times really are UTC, or the repair moves the error to Calder. A test, the feed notes, the settings and the change log each say so.",
};
const registerIsUpperCase: GroupSpec = {
  role: 'behavior_constraint',
  weight: 2,
  places: [
    at('parcelog/claims.py', 'Ids are stored in upper case.'),
    at('parcelog/claims.py', 'claim.parcel = claim.parcel.strip().upper()'),
    at('docs/retention.md', 'the register stores them in upper'),
    at('CHANGELOG.md', 'with ids in upper case as the claims desk types them'),
  ],
  rationale:
    'The claim is there but under another spelling: the register stores ids in upper case. The code that files a claim, the docstring, the retention notes and the change log all state it.',
};
const isOpenComparesRaw: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [at('parcelog/claims.py', 'return any(claim.open for claim in self._claims.get(parcel, []))')],
  rationale:
    'is_open looks the id up as it was given, unlike settle, which converts it. Without seeing this line one cannot tell whether the register or the caller is at fault.',
};
const ledgerKeepsSpelling: GroupSpec = {
  role: 'interaction_constraint',
  weight: 2,
  places: [
    at('docs/feeds.md', 'Calder writes ids in lower case on labels printed before 2024.'),
    at('tests/test_feeds.py', 'def test_calder_keeps_ids_as_written'),
    at('parcelog/ledger.py', '"""Ids as the carriers wrote them, sorted."""'),
    at('parcelog/feeds.py', 'parcel=row["parcel"].strip(),'),
  ],
  rationale:
    'The other half of the mismatch: ids reach the ledger as the carrier wrote them, so an old Calder label is in lower case. The reader, the ledger, a test and the feed notes each show it.',
};
const fingerprintLacksDepot: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [at('parcelog/ledger.py', 'return (event.parcel, event.kind, event.at)')],
  rationale:
    'Two scans count as one when their fingerprints are equal, and the fingerprint has no depot in it. This is the only place that decides it.',
};
const repeatsStayCollapsed: GroupSpec = {
  role: 'verification_constraint',
  weight: 2,
  places: [
    at('tests/test_ledger.py', 'def test_retransmitted_rows_are_stored_once'),
    at('docs/feeds.md', 'The repeated rows are\nequal in every column, depot included.'),
  ],
  rationale:
    'Real repeats must still collapse, so one must know what a repeat is. The test shows one (the same scan under another row number); the feed notes describe them (a whole day sent again, equal in every column). Either tells what the key must go on ignoring.',
};
const billingCountsStored: GroupSpec = {
  role: 'behavior_constraint',
  weight: 1,
  places: [
    at('parcelog/ledger.py', 'Scans made at a depot: the number that the depot invoices.'),
    at('parcelog/report.py', 'Depots invoice per stored scan, so a scan that is not stored is not paid.'),
  ],
  rationale:
    'It ties the missing invoice line to the lost scan: billing counts stored scans only. Both the counting method and the invoice line say so.',
};

export const parcelog: RepositorySpec = {
  owner: 'fernline',
  name: 'parcelog',
  issues: [
    {
      number: 41,
      title: 'Norvik scans show up two hours late',
      body: 'A parcel that Norvik handed over to Calder has its history in the wrong order: `show` prints the departure at 10:05Z, after the arrival at Calder at 09:40Z. The paper label says 10:05 local time at the Norvik depot.\n\nOnly Norvik parcels are affected; Auster is on the other side of the world and looks fine.\n',
      plan: [
        'Find where the time of a scan is read from a carrier feed.',
        'Check what zone a time gets when the feed does not write one.',
        'Give Norvik its own zone and leave the other carriers alone.',
        'Add a test with a Norvik row.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: "Find out why a Norvik time ends up two hours late in the parcel's history.",
            need: 'Which code reads the scan time of a Norvik row, what zone it assumes when none is written, and what zone Norvik really uses.',
            hypothesis: 'The feed reader treats local depot times as UTC.',
          },
          groups: [
            readerIgnoresZone,
            {
              role: 'behavior_constraint',
              weight: 2,
              places: [
                at('parcelog/timeutil.py', 'value = value.replace(tzinfo=zone or timezone.utc)'),
                at('tests/test_timeutil.py', 'def test_no_zone_at_all_is_utc'),
                at('CHANGELOG.md', 'Times without a zone are read as UTC until'),
              ],
              rationale:
                'It must be known that a time without a zone is read as UTC unless a zone is handed in; that explains the two hours. The parser, its test and the change log each say it.',
            },
            { ...norvikOffset, weight: 1 },
          ],
          pool: 48,
        },
        {
          boundary: 'after_file_inspection',
          actions: [
            {
              kind: 'search',
              query: 'FORMATS strptime astimezone',
              subgoal: 'Find the parser of scan times.',
              need: 'Where is the text of a time turned into an instant?',
              hypothesis: 'A helper parses all carrier times and assumes UTC.',
            },
            {
              kind: 'read',
              path: 'parcelog/timeutil.py',
              center: 20,
              subgoal: 'Find the caller that leaves the zone out.',
              need: 'Does the reader of CSV feeds hand a zone to parse_stamp, and which zone is right for Norvik?',
              hypothesis: 'parse_stamp takes an optional zone; the CSV reader does not pass one for Norvik.',
            },
          ],
          groups: [readerIgnoresZone, norvikOffset],
          listProduct: true,
          pool: 36,
          recordObserved: true,
        },
        {
          boundary: 'before_edit',
          actions: [
            {
              kind: 'search',
              query: 'read_csv carrier row time_column',
              subgoal: 'Find the reader of Norvik feeds.',
              need: 'Which function builds an event from a CSV row?',
              hypothesis: 'read_csv calls parse_stamp without a zone.',
            },
            {
              kind: 'read',
              path: 'parcelog/feeds.py',
              center: 60,
              subgoal: 'Check the call of parse_stamp.',
              need: 'How is parse_stamp called for CSV rows?',
              hypothesis: 'The call passes only the text.',
            },
            {
              kind: 'edit',
              path: 'parcelog/feeds.py',
              intent: 'Pass fixed_zone(carrier.utc_offset) to parse_stamp in read_csv.',
              subgoal: 'Make sure that the change does not break other carriers or stored ledgers.',
              need: 'What else goes through read_csv and must keep its instants, and what in a stored ledger depends on the instant of a scan?',
              hypothesis:
                'Passing the offset is right for every CSV carrier, but scans stored earlier keep their wrong instants.',
            },
          ],
          groups: [
            {
              role: 'interaction_constraint',
              weight: 3,
              places: [
                at('parcelog/ledger.py', 'return (event.parcel, event.kind, event.at)'),
                at(
                  'parcelog/ledger.py',
                  'self._seen: set[tuple[str, Kind, datetime]] = set()',
                  'key = _fingerprint(event)',
                ),
              ],
              rationale:
                "A scan's identity contains its instant. After the repair a retransmitted Norvik row no longer matches the copy stored with the wrong instant and is stored a second time, so a migration is needed. The fingerprint shows it, and so does the class that keeps the set of seen keys.",
            },
            calderStaysUtc,
          ],
          listProduct: true,
          pool: 40,
          recordObserved: true,
        },
      ],
    },
    {
      number: 57,
      title: 'Purge removed a parcel whose damage claim is still open',
      body: 'cd-88812 was delivered broken in February and the customer filed a claim. Last night `purge --days 90` dropped it. The claims desk shows the claim as CD-88812, open.\n\nParcels with newer labels are kept as they should be.\n',
      plan: [
        'Look at how purge decides what to keep.',
        'Look at how an open claim is looked up.',
        'Compare the spelling of ids on both sides.',
        'Add a test with an id in lower case.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find out why an open claim did not protect the parcel.',
            need: 'How a claim is looked up, how ids are spelled in the claims register, and how they are spelled in the ledger.',
            hypothesis: 'The lookup compares ids that are spelled differently.',
          },
          groups: [isOpenComparesRaw, registerIsUpperCase, ledgerKeepsSpelling],
          pool: 52,
        },
        {
          boundary: 'after_search',
          actions: [
            {
              kind: 'search',
              query: 'damaged',
              subgoal: 'Find why the claim was missed.',
              need: 'How an id is looked up among the claims, and in which spelling it comes from the ledger.',
              hypothesis: 'purge hands the register an id in lower case, and the register does not find it.',
            },
          ],
          groups: [isOpenComparesRaw, ledgerKeepsSpelling],
          otherBranch: {
            facts: [
              [at('parcelog/retention.py', 'if claims.is_open(parcel):')],
              [at('docs/retention.md', 'whoever asks the register is expected to ask in upper case too')],
            ],
            rationale:
              'The same repair can be decided from the other end: the retention notes say that the caller has to ask in upper case, and purge is seen to ask with the raw id. Then neither the register nor the ledger need be read. Half of one way and half of the other is not enough.',
          },
          pool: 44,
        },
      ],
    },
    {
      number: 63,
      title: 'Second yard gate is never invoiced',
      body: 'NV-04 and NV-05 share a yard. Pallets are scanned at both gates within a second and each depot invoices its scan. Since we moved to parcelog, NV-05 invoices far fewer scans than its gate counter shows.\n\nThe import line says "repeats" for the missing ones.\n',
      plan: [
        'Find what makes parcelog call a scan a repeat.',
        'Check how billing counts scans.',
        'Keep real repeats collapsed.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find out why the scan of the second gate counts as a repeat.',
            need: 'What makes two scans the same scan, which repeats must still be collapsed, and what the invoice counts.',
            hypothesis: 'Scans are compared without their depot.',
          },
          groups: [fingerprintLacksDepot, repeatsStayCollapsed, billingCountsStored],
          pool: 46,
        },
        {
          boundary: 'before_edit',
          actions: [
            {
              kind: 'search',
              query: 'repeats stored merge',
              subgoal: 'Find where repeats are counted.',
              need: 'Which code decides that a scan is a repeat?',
              hypothesis: 'The ledger keeps a set of keys it has seen.',
            },
            {
              kind: 'read',
              path: 'parcelog/ledger.py',
              center: 1,
              subgoal: 'Look at the key.',
              need: 'What is the key of a scan made of?',
              hypothesis: 'The key leaves the depot out.',
            },
            {
              kind: 'edit',
              path: 'parcelog/ledger.py',
              intent: 'Add event.depot to the fingerprint.',
              subgoal: 'Check what else uses fingerprints and which repeats must stay collapsed.',
              need: 'Where else are fingerprints used, are rows of a retransmission equal in their depot, and are the scans of both gates really two scans?',
              hypothesis: 'Adding the depot is enough, if repeated rows carry the same depot.',
            },
          ],
          groups: [
            {
              role: 'interaction_constraint',
              weight: 2,
              places: [at('parcelog/ledger.py', 'self._seen.discard(_fingerprint(event))')],
              rationale:
                'drop takes fingerprints away again. It must be seen that it computes them with the same function, so that the wider key is removed as well and nothing else has to change.',
            },
            {
              ...repeatsStayCollapsed,
              places: [at('docs/feeds.md', 'The repeated rows are\nequal in every column, depot included.')],
              rationale:
                'With the depot in the key, repeats collapse only if they carry the same depot. The feed notes are the one place that promises this; the test uses one depot throughout.',
            },
            {
              role: 'behavior_constraint',
              weight: 1,
              places: [at('docs/feeds.md', 'Both scans are real and are billed separately.')],
              rationale:
                'The edit is right only if the two scans are two events and not one seen twice. The feed notes say so; the same unit also settles the question of repeats.',
            },
          ],
          pool: 40,
          recordObserved: true,
        },
      ],
    },
    {
      number: 70,
      title: 'Inland drops parcels after 30 days',
      body: 'The inland site purges after 30 days because `deploy/inland.json` says so. Is that a decision of that site, or did everybody else move to 30 and nobody told us? Auster asks for 90.\n',
      plan: [
        "Compare the retention of inland with the other sites' files.",
        'Ask the site only if the others agree with each other.',
      ],
      states: [
        {
          boundary: 'after_search',
          actions: [
            {
              kind: 'search',
              query: 'expired terminal last scan days_between',
              subgoal: 'Tell an exception from a rule.',
              need: "What do other sites' files set? One other file could be an exception too.",
              hypothesis: 'The other sites keep parcels for 90 days and inland is the exception.',
            },
          ],
          groups: [
            {
              role: 'interaction_constraint',
              weight: 3,
              minimum: 2,
              places: [
                at('deploy/north.json', '"retention_days": 90'),
                at('deploy/harbour.json', '"retention_days": 90'),
                at('deploy/quay.json', '"retention_days": 90'),
              ],
              rationale:
                'One more site that says 90 could itself be the exception. Two of the three other sites that agree with each other show that inland differs from the rule, so two distinct files are needed.',
            },
          ],
          pool: 32,
        },
      ],
    },
  ],
};
