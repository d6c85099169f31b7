-- The newest push to the default branch of a repository that is in use, and where its refresh stands. A refresh only
-- warms caches: whatever of it is lost, the next run does itself.
create table refreshes (
  repository_id bigint primary key,
  installation_id bigint not null,
  owner text not null,
  name text not null,
  commit text not null,
  pushed_at timestamptz not null,
  -- The queue entry that waits for its turn, and when that comes; it takes whatever commit is the newest then.
  waiting uuid,
  due_at timestamptz,
  -- The queue entry that works, and how often it began: more than once only where its worker died.
  working uuid,
  begun integer not null default 0,
  -- How often in a row a refresh gave way to a newer push, or failed.
  gave_way integer not null default 0,
  failures integer not null default 0,
  not_before timestamptz not null default now()
);
create index refreshes_by_installation on refreshes (installation_id);

-- Whether a repository is in use is asked with every push.
create index runs_by_repository on runs (repository_id, created_at);
