-- A code that a patient makes so that another doctor reads their record once, without an account.

create table record_code (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- Keyed digest of the code.
  digest bytea not null unique,
  opens text not null check (opens in ('medicines', 'record')),
  made_at timestamptz not null,
  expires_at timestamptz not null,
  -- Of the right code with a wrong birthday.
  wrong_tries integer not null default 0 check (wrong_tries >= 0),
  opened_at timestamptz,
  open_until timestamptz,
  -- Name and practice, as whoever opened it gave them.
  reader_sealed bytea,
  -- Keyed digest of the secret that the page which opened it reads with.
  key_digest bytea unique,
  pdf_read_at timestamptz,
  fhir_read_at timestamptz,
  -- Taken back, or ended with the account or by wrong tries.
  ended_at timestamptz,
  ended_by text check (ended_by in ('patient', 'tries', 'account')),
  check (
    (opened_at is null) = (open_until is null) and (opened_at is null) = (reader_sealed is null) and (opened_at is null) = (key_digest is null)
  ),
  check (opened_at is not null or (pdf_read_at is null and fhir_read_at is null)),
  check ((ended_at is null) = (ended_by is null))
);
create index record_code_patient on record_code (patient_id, made_at, id);

call follow_changes('record_code', 'document', 'insert or update');
