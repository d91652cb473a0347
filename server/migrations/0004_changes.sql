-- The change feed: every change of a patient's data, in commit order. The patient's screens follow it with a cursor, the `seq`. Triggers write it,
-- so that no code path can forget to; each feature's file declares those of its own tables.

-- One row per patient; it is the patient's counter.
create table change_feed (
  patient_id uuid primary key references patient (id),
  last_seq bigint not null
);

create table change_event (
  patient_id uuid not null,
  seq bigint not null,
  topic text not null,
  object_id uuid,
  -- Not now(): a transaction that began early may commit late, and times must follow the sequence.
  at timestamptz not null default clock_timestamp(),
  primary key (patient_id, seq)
);
create index change_event_age on change_event (at);

create function note_change(patient uuid, topic text, object uuid) returns void language plpgsql as $$
declare
  next_seq bigint;
begin
  insert into change_feed (patient_id, last_seq) values (patient, 1)
    on conflict (patient_id) do update set last_seq = change_feed.last_seq + 1
    returning last_seq into next_seq;
  insert into change_event (patient_id, seq, topic, object_id) values (patient, next_seq, topic, object);
  perform pg_notify('patient_changed', patient::text);
end $$;

-- Creates a table's trigger with a function of its own: one function for all tables would have to look up columns by name, at twice the cost.
-- The triggers run at commit, so that the row of `change_feed` is locked last and `seq` follows the order of commits.
create procedure follow_changes(
  of_table text, topic text, events text, object text default 'id', patient text default 'patient_id', condition text default 'true'
) language plpgsql as $make$
begin
  execute format($$
    create or replace function note_%1$s() returns trigger language plpgsql as $body$
    begin
      perform note_change(coalesce(new.%2$I, old.%2$I), %4$L, coalesce(new.%3$I, old.%3$I));
      return null;
    end $body$ $$, of_table, patient, object, topic);
  execute format($$
    create constraint trigger %1$s after %2$s on %3$I deferrable initially deferred
      for each row when (%4$s) execute function note_%3$s() $$,
    format('%s_%s', of_table, split_part(events, ' ', 1)), events, of_table, condition);
end $make$;

call follow_changes('patient', 'user', 'update', object => 'id', patient => 'id', condition => 'old.* is distinct from new.*');
call follow_changes('session', 'user', 'insert');
call follow_changes('session', 'user', 'update of revoked_at', condition => 'old.revoked_at is distinct from new.revoked_at');
