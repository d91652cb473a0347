-- Files patients uploaded, one row each; the bytes are in the file store under `storage_key`. The columns that name a file are listed in
-- server/platform/files/orphaned-uploads.ts, because a file that none of them names is removed. Not all of them have a foreign key: erasure deletes
-- a profile picture while the patient's row still names it.

create table uploaded_file (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  kind text not null,
  storage_key text not null unique,
  type text not null,
  size int not null check (size > 0),
  sha256 text not null,
  width int,
  height int,
  created_at timestamptz not null
);
create index uploaded_file_patient on uploaded_file (patient_id, created_at);
