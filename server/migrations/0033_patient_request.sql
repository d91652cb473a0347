-- What the practice did because a patient asked for it: how and when they asked, and who of the practice did it.
create table patient_request (
  id uuid primary key,
  patient_id uuid not null references patient,
  subscription_id uuid not null references subscription,
  action text not null check (action in ('cancel', 'pause', 'resume')),
  channel text not null check (channel in ('phone', 'message', 'email', 'letter', 'in_person')),
  asked_on date not null,
  note_sealed bytea,
  actor text not null,
  done_at timestamptz not null
);
create index patient_request_patient on patient_request (patient_id, done_at);
