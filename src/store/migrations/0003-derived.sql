-- What a model made of a repository's texts: vectors, requirement texts, labels. Each row is found by the hash of all
-- that it was made from, so no row is ever wrong, and whatever is lost is made again.
create table derived (
  -- Rows of one repository are never read for another: texts that a model wrote may carry what others put before it.
  repository_id bigint not null,
  kind text not null,
  key bytea not null,
  value bytea not null,
  -- To the day: a row that is read often must not be written often.
  used_at timestamptz not null default now(),
  primary key (repository_id, kind, key)
);
create index derived_by_use on derived (used_at);
