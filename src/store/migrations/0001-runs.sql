-- One webhook delivery that carried a command. GitHub delivers at least once: the GUID makes it once.
create table deliveries (
  guid text primary key,
  event text not null,
  action text,
  received_at timestamptz not null default now(),
  run_id uuid
);

-- One command, from the comment to its outcome.
create table runs (
  id uuid primary key,
  -- Grows in commit order within one issue (see store/deliveries.ts), so "who came first" has one answer.
  ordinal bigint generated always as identity,
  delivery text not null,
  app_slug text not null,
  installation_id bigint not null,
  repository_id bigint not null,
  owner text not null,
  name text not null,
  issue_number integer not null,
  comment_id bigint,
  verb text not null,
  request text not null,
  actor_login text not null,
  actor_id bigint not null,
  frozen_at timestamptz not null,
  snapshot jsonb not null,
  state text not null default 'queued'
    check (state in ('queued', 'waiting', 'running', 'delivered', 'declined', 'failed', 'cancelled')),
  step text,
  cancel_requested_at timestamptz,
  cancel_requested_by text,
  outcome jsonb,
  note_comment_id bigint,
  branch text,
  commit text,
  pull_number integer,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  cost_usd double precision not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  finished_at timestamptz
);

-- One run per comment and command, also when an old delivery comes back under a new GUID.
create unique index runs_once on runs (repository_id, issue_number, coalesce(comment_id, 0), verb);
create index runs_by_issue on runs (repository_id, issue_number, ordinal);
create index runs_by_actor on runs (actor_id, created_at);
create index runs_by_installation on runs (installation_id, created_at);
create index deliveries_by_age on deliveries (received_at);

-- A worker process. Its row is its lease: no row of this instance, no right to act.
create table executors (
  id text primary key,
  instance uuid not null,
  beat_at timestamptz not null default now()
);

-- The newest attempt to execute one workflow of a run.
create table executions (
  workflow_id text primary key,
  run_id uuid not null references runs on delete cascade,
  executor_id text not null,
  instance uuid not null,
  -- Held by the attempt that may act; null once it ended or was handed back.
  fence uuid,
  step text not null default '',
  -- How often a worker died at `death_step` without getting further.
  deaths integer not null default 0,
  death_step text,
  -- Set while the workflow waits outside any worker, for example for a rate limit.
  parked_until timestamptz,
  parked_at timestamptz
);
create index executions_parked on executions (parked_until) where parked_until is not null;
