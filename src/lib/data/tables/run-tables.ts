import { double, integer, text, type TableSpec } from './spec';

export const predictions: TableSpec = {
  name: 'predictions',
  about: 'One row a run, state and rank, of the runs at hand.',
  columns: [
    text('run', 'The run’s label: runs of one method differ in it.'),
    text('method', 'The method’s name, as in files.'),
    text('state_id', 'The state.'),
    integer('rank', 'Rank, from 1.'),
    text('evidence_id', 'The unit.'),
  ],
};

export const scores: TableSpec = {
  name: 'scores',
  about: 'One row a run, state, metric and cutoff, computed by the scorer (not by SQL).',
  columns: [
    text('run', 'The run’s label: runs of one method differ in it.'),
    text('method', 'The method’s name, as in files.'),
    text('state_id', 'The state.'),
    text('metric', 'The metric’s name.'),
    integer('k', 'The cutoff.'),
    double('value', 'The value, 0 to 1.'),
  ],
};

export const runTables = [predictions, scores] as const;
