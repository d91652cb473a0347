-- Documents patients upload for their insurance: insurance cards, referrals and results.

-- Replacing one exchanges its file; the earlier file is removed.
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
