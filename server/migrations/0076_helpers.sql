-- Somebody a patient trusts, with a sign-in of their own and chosen parts (decision 126).

create table helper_account (
  id uuid primary key,
  email citext not null unique,
  password_hash text not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null
);

-- One person who helps one patient: the patient's signed authorization (45 CFR 164.508), and how it ended.
create table helper (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- Null: the link hasn't been used, or the sign-in was deleted with the last patient it was for.
  account_id uuid references helper_account (id),
  email citext not null,
  firstname text not null,
  lastname text not null,
  parts text[] not null check (cardinality(parts) > 0 and parts <@ array['orders', 'messages', 'documents']),
  -- Of the text the patient agreed to.
  authorization_version text not null,
  authorized_at timestamptz not null,
  -- What it is good for ends then by itself.
  expires_at timestamptz not null,
  joined_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('patient', 'helper', 'account', 'expired')),
  check ((ended_at is null) = (ended_by is null))
);
create unique index helper_of_patient on helper (patient_id, email) where ended_at is null;
create index helper_patient on helper (patient_id);
create index helper_account_id on helper (account_id) where account_id is not null;
create index helper_email on helper (email);

alter table session add column helper_id uuid references helper (id);
create index session_helper on session (helper_id) where helper_id is not null;

-- Who wrote for the patient; null: the patient, or the practice.
alter table message add column helper_id uuid references helper (id);
alter table message add constraint message_helper check (helper_id is null or role = 'patient');
create index message_helper_id on message (helper_id) where helper_id is not null;

alter table single_use_link add column helper_id uuid references helper (id);
create index single_use_link_helper on single_use_link (helper_id) where helper_id is not null;
alter table single_use_link drop constraint single_use_link_subject;
alter table single_use_link add constraint single_use_link_subject
  check (num_nonnulls(patient_id, session_id, member_id, helper_id) = 1);
alter table single_use_link drop constraint single_use_link_purpose_check;
alter table single_use_link add constraint single_use_link_purpose_check check (
  purpose in ('password_recovery', 'email_change', 'email_change_stop', 'session_handoff', 'staff_invitation', 'staff_recovery', 'record_merge',
    'contact_email', 'helper_invitation', 'helper_recovery')
);
