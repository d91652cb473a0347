-- Encrypted: name, e-mail and message together.
create table contact_message (
  id uuid primary key,
  reference text not null unique,
  patient_id uuid references patient (id),
  topic text not null,
  message_sealed bytea not null,
  created_at timestamptz not null
);
