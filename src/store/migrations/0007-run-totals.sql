-- What hosts watch is asked every few seconds: these answer it without reading the rows, which hold whole issues.
create index runs_ended on runs (finished_at)
  include (verb, state, created_at, input_tokens, output_tokens, cost_usd) where finished_at is not null;
create index runs_active on runs (created_at) include (verb, state) where finished_at is null;
create index runs_failed on runs (finished_at) where state = 'failed';
