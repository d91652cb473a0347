-- migrate: without transaction
-- Prepares the whole audit to become one partition in the next file without scanning its rows under a lock: the key and indexes of the
-- partitioned table, and a validated bound, far enough ahead that no node writes beyond it meanwhile.
create unique index concurrently audit_event_key on audit_event (id, at);

create index concurrently audit_event_actor on audit_event (actor, at);

alter table audit_event drop constraint if exists audit_event_bound;

do $$ declare bound timestamp; begin
  select date_trunc('month', greatest(now(), max(at)) at time zone 'UTC') + interval '2 months' into bound from audit_event; execute
    format('alter table audit_event add constraint audit_event_bound check (at < %L) not valid', bound at time zone 'UTC'); end $$;

alter table audit_event validate constraint audit_event_bound;
