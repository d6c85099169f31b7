-- Repositories that keep a living issue of dependency examples: what was seen and found, and how far it is shown.
create table watches (
  repository_id bigint primary key,
  installation_id bigint not null,
  owner text not null,
  name text not null,
  -- What was seen, found, waits and is ignored: a value of src/examples/watch.ts.
  watch jsonb not null,
  issue_number integer,
  -- SHA-256 of what stands in the issue by our doing.
  written text,
  -- The last slot of the schedule whose look has ended.
  slot text,
  -- Why nothing is looked up until somebody asks again: `closed`, `off`.
  stopped text,
  begun_at timestamptz not null default now(),
  looked_at timestamptz
);
create index watches_by_installation on watches (installation_id);
