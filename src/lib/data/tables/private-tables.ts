import { double, integer, text, type TableSpec } from './spec';

/** The answers: kept apart, filled only when labels are supplied. */
export const certificates: TableSpec = {
  name: 'certificates',
  about: 'One row a labelled state.',
  columns: [
    text('state_id', 'The state.'),
    integer('group_count', 'Required groups.'),
    integer('branch_count', 'Whole alternative sets.'),
    text('tier', 'How the certificate was made and checked, as its row says.'),
    double('confidence', 'The row’s own confidence in its label, 0 to 1.'),
    text('audit_status', 'Whether a human audited it, as its row says.'),
    text('further', 'All fields of the row that no score reads, as JSON text.'),
  ],
};

export const groups: TableSpec = {
  name: 'groups',
  about: 'One row a required group; all groups of a state are required, or one whole branch.',
  columns: [
    text('state_id', 'The state.'),
    text('group_id', 'The group within the state.'),
    integer('position', 'Place in the certificate, from 0.'),
    text('role', 'What the group is for.'),
    integer('minimum_required', 'Distinct acceptable units needed.'),
    double('necessity_weight', 'Weight of the group.'),
    integer('acceptable_count', 'Acceptable units.'),
    text('rationale', 'Why it is needed.'),
  ],
};

export const acceptable: TableSpec = {
  name: 'acceptable',
  about: 'One row a unit that counts for a group.',
  columns: [text('state_id', 'The state.'), text('group_id', 'The group.'), text('evidence_id', 'The unit.')],
};

export const branches: TableSpec = {
  name: 'branches',
  about: 'One row a unit of a whole alternative set.',
  columns: [
    text('state_id', 'The state.'),
    integer('branch', 'Number of the set, from 0.'),
    text('evidence_id', 'The unit.'),
  ],
};

export const privateTables = [certificates, groups, acceptable, branches] as const;
