create extension if not exists citext;

-- Append-only: one row for each access to a patient's record, granted or refused.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  patient_id uuid,
  call text not null,
  status smallint not null,
  code text,
  request_id text not null
);
create index audit_event_patient on audit_event (patient_id, at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only';
end $$;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

create table idempotency_key (
  owner text not null,
  key text not null,
  call text not null,
  body_hash text not null,
  -- Null while the work is in flight.
  response_status smallint,
  response_sealed bytea,
  claimed_at timestamptz not null,
  lease_until timestamptz not null,
  primary key (owner, key)
);
create index idempotency_key_age on idempotency_key (claimed_at);

create table setting (
  name text primary key,
  value jsonb not null
);

-- First-party marketing events, allow-listed fields only; nothing is forwarded unless configured and consented.
create table marketing_event (
  id uuid primary key,
  patient_id uuid,
  name text not null,
  fields jsonb not null,
  at timestamptz not null
);

create table error_report (
  id uuid primary key,
  kind text not null,
  fields jsonb not null,
  at timestamptz not null
);
