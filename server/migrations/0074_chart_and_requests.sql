-- Another address that a patient asked mails to go to (45 CFR 164.522(b)): of an entry on their chart, once whoever reads it has confirmed it, while the entry stands.

create table contact_email (
  task_id uuid primary key references task (id),
  patient_id uuid not null references patient (id),
  email citext not null,
  code_hash bytea not null unique,
  confirmed_at timestamptz
);
create index contact_email_patient on contact_email (patient_id);
create index contact_email_address on contact_email (email);

alter table single_use_link drop constraint single_use_link_purpose_check;
alter table single_use_link add constraint single_use_link_purpose_check check (
  purpose in ('password_recovery', 'email_change', 'email_change_stop', 'session_handoff', 'staff_invitation', 'staff_recovery', 'record_merge',
    'contact_email')
);
-- A patient asks for another dose or form of what a subscription brings.

alter table task add column subscription_id uuid references subscription (id);
create index task_subscription on task (subscription_id) where subscription_id is not null;
