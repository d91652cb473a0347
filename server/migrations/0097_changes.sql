-- Changes of a patient's data in commit order: a feed the patient's screens follow with a cursor, the `seq`.
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

call follow_changes('message', 'message', 'insert or update');
call follow_changes('conversation', 'conversation', 'insert');
-- A message's changes to its conversation are reported with the message.
call follow_changes('conversation', 'conversation', 'update', condition =>
  'old.last_seq = new.last_seq and (old.read_seq, old.needs_reply, old.closed_at)
    is distinct from (new.read_seq, new.needs_reply, new.closed_at)');
call follow_changes('notification', 'notification', 'insert');
call follow_changes('patient', 'user', 'update', 'id', 'id', 'old.* is distinct from new.*');
call follow_changes('notification_preference', 'user', 'insert or update', 'patient_id');
call follow_changes('shipping_address', 'user', 'insert or update or delete');
call follow_changes('identity_photo', 'user', 'insert or update or delete');
call follow_changes('health_version', 'user', 'insert', 'patient_id');
call follow_changes('session', 'user', 'insert');
call follow_changes('session', 'user', 'update of revoked_at', condition => 'old.revoked_at is distinct from new.revoked_at');
call follow_changes('referral_invitation', 'user', 'insert or update');
call follow_changes('referral_reward', 'user', 'insert or update');
call follow_changes('onboarding', 'onboarding', 'insert or update', 'patient_id');
call follow_changes('care_case', 'treatment', 'insert or update');
call follow_changes('prescription', 'treatment', 'insert or update');
call follow_changes('renewal_request', 'treatment', 'insert or update');
call follow_changes('subscription', 'treatment', 'insert or update');
call follow_changes('prescription_order', 'treatment', 'insert or update', 'subscription_id');
call follow_changes('customer_order', 'order', 'insert or update');
call follow_changes('payment_source', 'payment', 'insert or update or delete');
call follow_changes('billing_address', 'payment', 'insert or update or delete', 'patient_id');
call follow_changes('insurance_document', 'document', 'insert or update or delete');
call follow_changes('medical_letter', 'document', 'insert or update');
drop procedure follow_changes;

-- Marking many notifications as read is one change without an object: thousands would otherwise be reported one by one.
create function note_read() returns trigger language plpgsql as $$
begin
  if current_setting('changes.told_read', true) is distinct from new.patient_id::text then
    perform set_config('changes.told_read', new.patient_id::text, true);
    perform note_change(new.patient_id, 'notification', null);
  end if;
  return null;
end $$;
create constraint trigger notification_read after update on notification
  deferrable initially deferred for each row when (old.read_at is distinct from new.read_at) execute function note_read();

-- Parcel, steps and refunds are part of an order.
create function note_part_of_order() returns trigger language plpgsql as $$
begin
  perform note_change(patient_id, 'order', id) from customer_order where id = new.order_id;
  return null;
end $$;
create function note_refund() returns trigger language plpgsql as $$
begin
  perform note_change(patient_id, 'order', order_id) from payment_intent where id = new.payment_intent_id;
  return null;
end $$;
create constraint trigger shipment_changed after insert or update on shipment
  deferrable initially deferred for each row execute function note_part_of_order();
create constraint trigger order_event_changed after insert on order_event
  deferrable initially deferred for each row execute function note_part_of_order();
create constraint trigger refund_changed after insert or update on refund
  deferrable initially deferred for each row execute function note_refund();

-- Reports an ended session, which is cut off at once, on any node.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', new.id::text);
  return null;
end $$;
create trigger session_ended after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function tell_session_ended();
