-- Her health answers as they stood after the visit and after each change since: the questions in the words she read, with her answers.
create table health_version (
  patient_id uuid not null references patient (id),
  version int not null check (version > 0),
  content_version text not null,
  screens_sealed bytea not null,
  answered_at timestamptz not null,
  primary key (patient_id, version)
);
