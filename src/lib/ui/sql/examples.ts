/** Queries that answer real questions over the tables; each runs on any labelled split. */
export interface Example {
  title: string;
  sql: string;
}

export const examples: readonly Example[] = [
  {
    title: 'Which pools hold a complete set among units that were not observed?',
    sql: `-- Complete: every group has enough of its units, or one alternative set is there as a whole.
WITH free AS (
  SELECT DISTINCT state_id, evidence_id FROM pool WHERE NOT observed_id
),
by_groups AS (
  SELECT state_id, bool_and(found >= minimum_required) AS complete
  FROM (
    SELECT g.state_id, g.group_id, g.minimum_required, count(f.evidence_id) AS found
    FROM groups g
    JOIN acceptable a USING (state_id, group_id)
    LEFT JOIN free f USING (state_id, evidence_id)
    GROUP BY ALL
  )
  GROUP BY state_id
),
by_sets AS (
  SELECT state_id, bool_or(whole) AS complete
  FROM (
    SELECT b.state_id, b.branch, bool_and(f.evidence_id IS NOT NULL) AS whole
    FROM branches b
    LEFT JOIN free f USING (state_id, evidence_id)
    GROUP BY ALL
  )
  GROUP BY state_id
)
SELECT s.state_id, s.repo, s.state_type,
       g.complete OR coalesce(b.complete, false) AS complete_without_observed
FROM states s
JOIN by_groups g USING (state_id)
LEFT JOIN by_sets b USING (state_id)
ORDER BY complete_without_observed, s.state_id`,
  },
  {
    title: 'How do boundaries differ in pool size, groups and overlap?',
    sql: `SELECT state_type, count(*) AS states, round(avg(pool_size), 2) AS mean_pool,
       round(avg(group_count), 3) AS mean_groups,
       count(*) FILTER (WHERE pool_overlaps) AS overlapping
FROM state_overview
GROUP BY state_type
ORDER BY states DESC`,
  },
  {
    title: 'Do the flags and the id lists agree on what was observed?',
    sql: `-- Scoring knows the id lists only. Rows where the first two columns differ are disagreements.
SELECT coalesce(observed_flag, false) AS flagged, observed_id AS in_id_list,
       count(*) AS pool_entries, count(DISTINCT state_id) AS states
FROM pool
GROUP BY ALL
ORDER BY flagged, in_id_list`,
  },
  {
    title: 'Was required evidence already among the search hits?',
    sql: `SELECT r.state_id, r.group_id, u.source_path, h.step_id, h.rank
FROM required_units r
JOIN pool p USING (state_id, evidence_id)
JOIN units u USING (unit)
JOIN hits h ON h.state_id = r.state_id AND h.path = u.source_path
           AND h.line_start <= u.line_end AND u.line_start <= h.line_end
ORDER BY r.state_id, h.step_id, h.rank`,
  },
  {
    title: 'How much of each pool is the same file over and over?',
    sql: `SELECT state_id, count(*) AS units, count(DISTINCT source_path) AS files,
       max(n) AS most_of_one_file
FROM (SELECT state_id, source_path, count(*) AS n FROM pool_units GROUP BY ALL)
JOIN pool_units USING (state_id, source_path)
GROUP BY state_id
ORDER BY most_of_one_file DESC`,
  },
  {
    title: 'Means of all runs at hand, with their number of states',
    sql: `SELECT run, metric, k, mean, states
FROM mean_scores
WHERE k IN (5, 8) AND metric IN ('mss_complete', 'group_recall', 'any_hit')
ORDER BY metric, k, mean DESC`,
  },
  {
    title: 'Which states does every run leave incomplete at 8?',
    sql: `SELECT s.repo, s.state_id, o.group_count, count(*) AS runs
FROM scores c
JOIN states s USING (state_id)
JOIN state_overview o USING (state_id)
WHERE c.metric = 'mss_complete' AND c.k = 8
GROUP BY ALL
HAVING max(c.value) = 0
ORDER BY o.group_count DESC, s.state_id`,
  },
];

export const FIRST_QUERY = examples[1]?.sql ?? 'SELECT * FROM states';
