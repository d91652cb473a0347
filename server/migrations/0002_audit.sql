-- The audit: one row for each access to a patient's record, granted or refused. It is append-only, and partitioned by month in UTC, so that
-- months past their retention can be dropped without touching the others.

create table audit_event (
  id bigint generated always as identity,
  at timestamptz not null,
  actor text not null,
  patient_id uuid,
  call text not null,
  -- Of a person of the practice: why they could read the record, and the row of `staff_record_access` with the reason in their words.
  ground text,
  access_id uuid,
  status smallint not null,
  code text,
  request_id text not null,
  -- A unique key of a partitioned table has to include the partitioning column.
  primary key (id, at)
) partition by range (at);
-- In the order the audit is read in: the last entries of somebody with very many are the end of an index, whatever the statistics say.
create index audit_event_patient on audit_event (patient_id, at, id);
create index audit_event_actor on audit_event (actor, at, id);

create function reject_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only';
end $$;
-- Every partition has this trigger, too, because a statement on a partition bypasses its parent's.
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function reject_audit_change();

-- Takes entries of months without a partition, so that no insert ever fails for lack of one.
create table audit_event_unfiled partition of audit_event default;
create trigger audit_event_append_only before update or delete or truncate on audit_event_unfiled
  for each statement execute function reject_audit_change();

-- The partitions with a bound and their time range: `since` inclusive, `until` exclusive.
create view audit_partition as
  select relname::text as name,
    coalesce(substring(bounds from 'FROM \(''([^'']+)''\)')::timestamptz, '-infinity') as since,
    substring(bounds from 'TO \(''([^'']+)''\)')::timestamptz as until
  from (
    select relname, pg_get_expr(relpartbound, pg_class.oid) as bounds
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'audit_event'::regclass
  ) attached
  where bounds <> 'DEFAULT';

-- Creates the partition of the month around `moment`, unless it exists, and moves its entries from the default partition there. Writers of other
-- months continue meanwhile, because only the default partition is locked. Returns whether it created one.
create function make_audit_month(moment timestamptz) returns boolean language plpgsql set lock_timeout = '2s' as $$
declare
  first timestamp := date_trunc('month', moment at time zone 'UTC');
  since timestamptz := first at time zone 'UTC';
  until timestamptz := (first + interval '1 month') at time zone 'UTC';
  name text := 'audit_event_' || to_char(first, 'YYYY_MM');
begin
  if exists (select from audit_partition p where p.since <= moment and moment < p.until) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('audit_event', 0));
  if exists (select from audit_partition p where p.since <= moment and moment < p.until) then
    return false;
  end if;
  lock table audit_event_unfiled in access exclusive mode;
  execute format('create table %I (like audit_event including indexes)', name);
  execute format('create trigger audit_event_append_only before update or delete or truncate on %I
    for each statement execute function reject_audit_change()', name);
  if exists (select from audit_event_unfiled where at >= since and at < until) then
    alter table audit_event_unfiled disable trigger audit_event_append_only;
    execute format('with moved as (delete from audit_event_unfiled where at >= $1 and at < $2 returning *)
      insert into %I select * from moved', name) using since, until;
    alter table audit_event_unfiled enable trigger audit_event_append_only;
  end if;
  execute format('alter table audit_event attach partition %I for values from (%L) to (%L)', name, since, until);
  return true;
end $$;

select make_audit_month(now());
select make_audit_month(now() + interval '1 month');
