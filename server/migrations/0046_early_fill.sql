-- A prescriber lets a patient have the next box before the rule does: for a journey, a lost or damaged box, or a raised dose. The first box of it that
-- is ordered afterwards uses it up.
create table early_fill (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  prescription_id uuid not null references prescription (id),
  doctor_id text not null references doctor (id),
  cause text not null check (cause in ('travel', 'lost', 'damaged', 'dose_raised')),
  -- Why, for the practice.
  reason_sealed bytea not null,
  -- The last day it may be used on.
  ends_on date not null,
  granted_at timestamptz not null
);
create index early_fill_patient on early_fill (patient_id);
create index early_fill_prescription on early_fill (prescription_id, granted_at);
call follow_changes('early_fill', 'treatment', 'insert');
