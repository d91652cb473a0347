-- What a practice's own systems connect by: API keys, the log of events, and the webhooks that send it.

create table api_key (
  id uuid primary key,
  -- The first key of those that replaced each other: what was begun with one is repeated with its successor.
  lineage_id uuid not null,
  name text not null,
  -- Only the hash: the key itself is shown once.
  key_hash bytea not null unique,
  -- The key's last four characters.
  ending text,
  scopes text[] not null,
  -- The setting API_KEY: works as long as the setting has this value.
  from_setting boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the minute.
  last_used_at timestamptz
);

-- Sorts by time, like the ids made outside the database.
create function uuid_v7() returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- What happened, for the practice's systems: types and ids, nothing else. Triggers write it in the transaction of the fact, so no code path can
-- forget to and no event is of something that was rolled back.
create table clinic_event (
  id uuid primary key default uuid_v7(),
  -- The order of writing.
  written bigint generated always as identity,
  -- The place in the log, given after the commit; readers see events with one only. A number taken earlier could be passed by a later one that
  -- commits first, and a reader beyond it would miss the event.
  seq bigint unique,
  type text not null,
  -- Null: somebody who was not signed in.
  patient_id uuid,
  object_kind text not null,
  object_id uuid not null,
  -- By the database's clock.
  at timestamptz not null,
  -- Of an event that a job finds: it is found once.
  once_key text unique
);
create index clinic_event_waiting on clinic_event (written) where seq is null;
create index clinic_event_patient on clinic_event (patient_id);
create index clinic_event_age on clinic_event (at);
create sequence clinic_event_seq;

-- Gives committed events their places, in one transaction at a time.
create function number_clinic_events() returns void language plpgsql as $$
begin
  if not exists (select from clinic_event where seq is null) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('clinic_event', 0));
  update clinic_event set seq = numbered.seq
  from (
    select id, nextval('clinic_event_seq') as seq
    from (select id from clinic_event where seq is null order by written) waiting
  ) numbered
  where clinic_event.id = numbered.id;
end $$;

create procedure clinic_event_of(
  event_type text, of_table text, events text, object_kind text, condition text default 'true', object text default 'id', patient text default 'patient_id'
) language plpgsql as $make$
declare
  name text := 'announce_' || replace(event_type, '.', '_') || '_' || split_part(events, ' ', 1);
begin
  execute format($$
    create function %1$s() returns trigger language plpgsql as $body$
    begin
      insert into clinic_event (type, patient_id, object_kind, object_id, at)
        values (%2$L, new.%3$I, %4$L, new.%5$I, clock_timestamp());
      return null;
    end $body$ $$, name, event_type, patient, object_kind, object);
  execute format('create trigger %1$s after %2$s on %3$I for each row when (%4$s) execute function %1$s()', name, events, of_table, condition);
end $make$;

call clinic_event_of('visit.submitted', 'care_case', 'insert', 'case');
call clinic_event_of('plan.decided', 'care_case', 'update of status', 'case',
  'old.status in (''submitted'', ''accepted'') and new.status in (''approved'', ''declined'')');
call clinic_event_of('identity.review', 'onboarding', 'update of identity_status', 'patient',
  'old.identity_status <> ''review'' and new.identity_status = ''review''', object => 'patient_id');
call clinic_event_of('prescription.stopped', 'prescription', 'update of stopped_at', 'prescription',
  'old.stopped_at is null and new.stopped_at is not null');
call clinic_event_of('renewal.requested', 'renewal_request', 'insert', 'renewal');
call clinic_event_of('upsell.requested', 'upsell_request', 'insert', 'upsell', 'new.status = ''open''');
call clinic_event_of('order.paid', 'customer_order', 'update of status', 'order', 'old.status <> ''paid'' and new.status = ''paid''');
call clinic_event_of('order.shipped', 'customer_order', 'update of status', 'order', 'old.status <> ''shipped'' and new.status = ''shipped''');
call clinic_event_of('payment.failed', 'customer_order', 'update of status', 'order', 'old.status <> ''failed'' and new.status = ''failed''');
call clinic_event_of('dispute.opened', 'dispute', 'insert', 'dispute');
call clinic_event_of('subscription.cancelled', 'subscription', 'update of status', 'subscription',
  'old.status <> ''cancelled'' and new.status = ''cancelled''');
call clinic_event_of('message.received', 'message', 'insert', 'conversation', 'new.role = ''patient''', object => 'conversation_id');
-- In a message or any other text of a patient's; those of follow-ups are their own type.
call clinic_event_of('message.emergency', 'emergency_report', 'insert', 'emergency', 'new.source <> ''followup''');
call clinic_event_of('followup.emergency', 'emergency_report', 'insert', 'emergency', 'new.source = ''followup''');
call clinic_event_of('followup.completed', 'followup', 'update of completed_at', 'followup',
  'old.completed_at is null and new.completed_at is not null');
call clinic_event_of('answers.changed', 'health_answers_version', 'insert', 'patient', 'new.version > 1', object => 'patient_id');
call clinic_event_of('document.uploaded', 'insurance_document', 'insert', 'document');
-- A replaced one.
call clinic_event_of('document.uploaded', 'insurance_document', 'update of file_id', 'document', 'old.file_id <> new.file_id');
call clinic_event_of('patient.moved', 'patient', 'update of state', 'patient', 'old.state <> new.state', patient => 'id');
call clinic_event_of('account.closed', 'patient', 'update of closed_at', 'patient', 'old.closed_at is null and new.closed_at is not null', patient => 'id');

-- Where events are sent to.
create table webhook_endpoint (
  id uuid primary key,
  url text not null,
  description text not null,
  -- Null: every type.
  types text[],
  secret_sealed bytea not null,
  -- Signs beside the new secret until the practice's system knows that one.
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  -- Its events are still recorded. `failing`: nothing was accepted for days; `gone`: it answered 410.
  disabled_at timestamptz,
  disabled_by text check (disabled_by in ('practice', 'failing', 'gone')),
  -- Events up to this place are among its deliveries.
  recorded_seq bigint not null,
  -- Attempts that reached nothing since the last one that did; the next is not before `resume_at`.
  failures integer not null default 0,
  failing_since timestamptz,
  resume_at timestamptz,
  -- When the practice was last mailed about it.
  alarmed_at timestamptz,
  check ((disabled_at is null) = (disabled_by is null))
);

-- One event on its way to one endpoint.
create table webhook_delivery (
  endpoint_id uuid not null references webhook_endpoint (id) on delete cascade,
  event_id uuid not null references clinic_event (id) on delete cascade,
  event_seq bigint not null,
  attempts smallint not null default 0,
  -- Null: accepted, or given up after the last attempt.
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  -- The answer's HTTP status, or why there was none.
  last_status smallint,
  last_error text,
  primary key (endpoint_id, event_id)
);
create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at, event_seq) where next_attempt_at is not null;
create index webhook_delivery_failed on webhook_delivery (endpoint_id, last_attempt_at) where next_attempt_at is null and delivered_at is null;
create index webhook_delivery_event on webhook_delivery (event_id);
create index webhook_delivery_log on webhook_delivery (endpoint_id, event_seq desc);
