-- The head of the pull request that a run looks at: its check run stands there, and the next run begins after it.
alter table runs add column head text;
