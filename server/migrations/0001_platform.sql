-- What every feature shares: answers kept per Idempotency-Key, the check of the encryption key, errors reported by browsers, and the
-- deployment's own state. Throughout the schema, columns named `*_sealed` are encrypted with the id of their row.

-- E-mails are compared without regard to case.
create extension if not exists citext;

create table idempotency_key (
  owner text not null,
  key text not null,
  call text not null,
  body_hash text not null,
  -- A request without an Idempotency-Key is recognized by its content: a keyed digest, null where the client sent a key.
  request_digest text,
  -- Null while the work is in flight.
  response_status smallint,
  response_sealed bytea,
  started_at timestamptz not null,
  -- Until then a repeat is refused as in flight; after a crash the work may run again.
  leased_until timestamptz not null,
  -- Patients whose records the work accessed: a replayed answer is audited for them, too.
  audited_patient_ids uuid[] not null default '{}',
  primary key (owner, key)
);
create index idempotency_key_age on idempotency_key (started_at);
create index idempotency_key_digest on idempotency_key (owner, request_digest, started_at) where request_digest is not null;

-- A value encrypted at the first start: a node whose SECRETS_KEY does not decrypt it has another key than the rest of the data.
create table secrets_canary (
  id smallint primary key default 1 check (id = 1),
  text_sealed bytea not null
);

create table error_report (
  id uuid primary key,
  kind text not null,
  -- The readable part, without anything that identifies a person.
  fields jsonb not null,
  -- Who had the error and what was reported, as in the specification's error record (§3).
  record_sealed bytea,
  at timestamptz not null
);

-- State of the demo shared by all nodes: its clock, and which one seeds it.
create table setting (
  name text primary key,
  value jsonb not null
);
