-- Documents patients upload for their insurance, and messages from the contact form.

-- Insurance cards, referrals and results. Replacing one exchanges its file; the earlier file is removed.
create table insurance_document (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  kind text not null check (kind in ('insurance_front', 'insurance_back', 'referral', 'lab_result', 'other')),
  -- The name the patient gave it; null for the default name of its kind.
  title_sealed bytea,
  file_id uuid not null references uploaded_file (id),
  -- Of the request that added it, so that a repeat adds nothing.
  idempotency_key text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (patient_id, idempotency_key)
);
create index insurance_document_patient on insurance_document (patient_id, created_at desc, id desc);
create index insurance_document_file on insurance_document (file_id);
call follow_changes('insurance_document', 'document', 'insert or update or delete');

-- Messages to the practice, a work list: one leaves it once somebody has answered.
create table contact_message (
  id uuid primary key,
  reference text not null unique,
  -- Null: written without signing in.
  patient_id uuid references patient (id),
  topic text not null,
  -- Name, e-mail and message together.
  message_sealed bytea not null,
  created_at timestamptz not null,
  answered_at timestamptz
);
create index contact_message_open on contact_message (created_at, id) where answered_at is null;
