import type { ViewSpec } from './spec';

export const views: readonly ViewSpec[] = [
  {
    name: 'pool_units',
    about: 'Every pool entry with its state and its unit.',
    columns:
      'state_id position evidence_id observed_flag observed_id repo state_type source_path line_start line_end content_sha256 content_excerpt'.split(
        ' ',
      ),
    sql: `SELECT p.state_id, p.position, p.evidence_id, p.observed_flag, p.observed_id, s.repo, s.state_type,
      u.source_path, u.line_start, u.line_end, u.content_sha256, u.content_excerpt
      FROM pool p JOIN units u USING (unit) JOIN states s USING (state_id)`,
  },
  {
    name: 'required_units',
    about: 'Every acceptable unit with its group’s terms.',
    columns: 'state_id group_id role minimum_required necessity_weight evidence_id'.split(' '),
    sql: `SELECT a.state_id, a.group_id, g.role, g.minimum_required, g.necessity_weight, a.evidence_id
      FROM acceptable a JOIN groups g USING (state_id, group_id)`,
  },
  {
    name: 'labelled_pool',
    about: 'Every pool entry with the number of groups that accept it (0 for most).',
    columns: 'state_id position evidence_id unit observed_flag observed_id groups_served'.split(' '),
    sql: `SELECT p.*, coalesce(c.groups_served, 0)::INTEGER AS groups_served
      FROM pool p LEFT JOIN (
        SELECT state_id, evidence_id, count(*)::INTEGER AS groups_served FROM acceptable GROUP BY ALL
      ) c USING (state_id, evidence_id)`,
  },
  {
    name: 'state_overview',
    about:
      'A state with its counts, its certificate’s size, and whether its pool overlaps what was observed.',
    columns:
      'state_id repo instance_id state_type pool_size step_count observed_ids observed_flags pool_overlaps group_count branch_count'.split(
        ' ',
      ),
    sql: `SELECT s.state_id, s.repo, s.instance_id, s.state_type, s.pool_size, s.step_count, s.observed_ids,
      s.observed_flags, EXISTS (SELECT 1 FROM pool p WHERE p.state_id = s.state_id AND p.observed_id) AS pool_overlaps,
      c.group_count, c.branch_count
      FROM states s LEFT JOIN certificates c USING (state_id)`,
  },
  {
    name: 'ranked_units',
    about: 'Every ranked unit with what it is and how many groups accept it.',
    columns:
      'run method state_id rank evidence_id observed_id groups_served source_path line_start line_end'.split(
        ' ',
      ),
    sql: `SELECT r.run, r.method, r.state_id, r.rank, r.evidence_id, l.observed_id, l.groups_served, u.source_path,
      u.line_start, u.line_end
      FROM predictions r LEFT JOIN labelled_pool l USING (state_id, evidence_id) LEFT JOIN units u USING (unit)`,
  },
  {
    name: 'mean_scores',
    about: 'The mean of each metric a run and cutoff, with the number of states behind it.',
    columns: 'run method metric k mean states'.split(' '),
    sql: `SELECT run, method, metric, k, avg(value) AS mean, count(*)::INTEGER AS states
      FROM scores GROUP BY ALL`,
  },
];
