-- Of what the steps of an execution recorded: a version of the program that records otherwise cannot go on with them.
alter table executions add column format text not null default '1';
