-- Messages from the contact form, a work list: one leaves it once somebody has answered.

create table contact_message (
  id uuid primary key,
  reference text not null unique,
  -- Null: written without signing in.
  patient_id uuid references patient (id),
  topic text not null,
  -- Name, e-mail and message together.
  message_sealed bytea not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  -- Who marked it as answered, as the audit names them.
  answered_by text
);
create index contact_message_open on contact_message (created_at, id) where answered_at is null;
