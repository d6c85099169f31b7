-- What repositories decide for themselves in .github/coderag.yml, as it was when it was last without a fault.
create table repository_configs (
  repository_id bigint primary key,
  -- The file that `config` was read from; null while there was no good one yet.
  blob text,
  config jsonb,
  -- A file that could not be used and that people were told of.
  told_blob text,
  updated_at timestamptz not null default now()
);

-- The configuration as it stood when the command came: the run keeps it. Null in runs of earlier versions.
alter table runs add column config jsonb;
