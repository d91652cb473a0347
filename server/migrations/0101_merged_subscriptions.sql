-- What becomes of the subscriptions of an account that closes by a merge (decision 149).

-- They are canceled by it, as the practice read when it asked.
alter table record_merge add column subscription_ids uuid[] not null default '{}';
-- Those of them that are to go on in the other account as they were: a prescriber is asked to see to it.
alter table record_merge add column continued_ids uuid[] not null default '{}';
alter table record_merge add constraint record_merge_continued check (continued_ids <@ subscription_ids);
