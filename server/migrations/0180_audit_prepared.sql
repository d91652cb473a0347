-- migrate: without transaction
-- What makes the whole audit one partition of the next file without a look at its rows under a lock: the key and the indexes of the partitioned
-- table, and a checked bound, far enough ahead that no node writes beyond it meanwhile.
create unique index concurrently audit_event_key on audit_event (id, at);

create index concurrently audit_event_actor on audit_event (actor, at);

alter table audit_event drop constraint if exists audit_event_bound;

do $$ declare bound timestamp; begin
  select date_trunc('month', greatest(now(), max(at)) at time zone 'UTC') + interval '2 months' into bound from audit_event; execute
    format('alter table audit_event add constraint audit_event_bound check (at < %L) not valid', bound at time zone 'UTC'); end $$;

alter table audit_event validate constraint audit_event_bound;
