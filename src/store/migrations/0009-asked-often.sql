-- The pages of runs, and every five seconds each run at work (who gave the same command meanwhile): without these each
-- such question reads all runs there ever were.
create index runs_by_arrival on runs (ordinal);
create index runs_by_state on runs (state, ordinal);
create index runs_by_name on runs (lower(owner || '/' || name), ordinal);
create index runs_twins on runs ((outcome->'details'->>'twin')) where outcome->'details'->>'twin' is not null;
create index executions_by_run on executions (run_id);
