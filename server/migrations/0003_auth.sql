-- Accounts: the patient who signs in, the sessions and their tokens, codes that recover a password or change an e-mail, and the consents a patient
-- gave. Tokens and codes are stored as hashes only.

create table patient (
  id uuid primary key,
  -- For sign-in. Of a closed account, a placeholder: the e-mail is free for a new account and unknown to sign-in.
  email citext not null unique,
  email_verified_at timestamptz,
  password_hash text not null,
  firstname text,
  lastname text,
  phone_sealed bytea,
  birthday_sealed bytea,
  state char(2),
  profile_file_id uuid,
  pharmacy_sealed bytea,
  nonrx_only boolean not null default false,
  -- Why a charge failed that is still owed; null once it is paid or no longer due.
  failed_transaction_reason text check (failed_transaction_reason in
    ('insufficient_funds', 'lost_card', 'invalid_expiry_month', 'expired_card', 'generic_decline')),
  -- The practice waits for the patient's reply in some conversation: a copy, so that most reads of a patient need not look at conversations.
  needs_reply boolean not null default false,
  accepted_terms_version text,
  accepted_new_terms_at timestamptz,
  invitation_code text,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  closed_at timestamptz,
  -- The e-mail the practice knows the patient of a closed account by.
  closed_email_sealed bytea,
  constraint patient_closed check ((closed_at is null) = (closed_email_sealed is null))
);
create index patient_newest on patient (created_at desc, id desc);

-- What the practice finds a patient by: keyed digests of e-mail, phone, birthday and the beginnings of each word of the name, as in
-- server/auth/patients/patient-search.ts.
create table patient_search_term (
  term_hash bytea not null,
  patient_id uuid not null references patient (id),
  primary key (term_hash, patient_id)
);
create index patient_search_term_patient on patient_search_term (patient_id);

create table session (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  user_agent text
);
create index session_patient on session (patient_id) where revoked_at is null;
create index session_revoked on session (revoked_at) where revoked_at is not null;
-- Expired sessions are removed each hour, without reading live ones.
create index session_expiry on session (expires_at);

-- Reports an ended session, which is disconnected at once, on any node.
create function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', new.id::text);
  return null;
end $$;
create trigger session_ended after update of revoked_at on session
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function notify_session_ended();

-- One row per refresh token ever issued in a session.
create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session (id),
  issued_at timestamptz not null,
  used_at timestamptz,
  -- The successor, for the 10 s window in which a repeated use gets the same answer.
  successor_sealed bytea
);
create index refresh_token_session on refresh_token (session_id);

-- Carries a session to another window, once.
create table one_time_token (
  token_hash bytea primary key,
  session_id uuid not null references session (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_session on one_time_token (session_id);

create table recovery_code (
  code_hash bytea primary key,
  patient_id uuid not null references patient (id),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index recovery_code_patient on recovery_code (patient_id);

create table email_change (
  code_hash bytea primary key,
  patient_id uuid not null references patient (id),
  new_email citext not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_change_patient on email_change (patient_id);

create table consent (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  consent_id text not null,
  version text not null,
  given_at timestamptz not null
);
create index consent_patient on consent (patient_id, consent_id);
