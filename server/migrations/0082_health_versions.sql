-- The patient's health answers after the visit and after each later change: the questions as the patient read them, with the answers.
create table health_version (
  patient_id uuid not null references patient (id),
  version int not null check (version > 0),
  content_version text not null,
  screens_sealed bytea not null,
  answered_at timestamptz not null,
  primary key (patient_id, version)
);
