create table patient (
  id uuid primary key,
  email citext not null unique,
  email_verified_at timestamptz,
  password_hash text not null,
  firstname text,
  lastname text,
  -- Encrypted: phone, birthday.
  phone_sealed bytea,
  birthday_sealed bytea,
  state char(2),
  profile_file_id uuid,
  pharmacy_sealed bytea,
  nonrx_only boolean not null default false,
  failed_transaction_reason text check (failed_transaction_reason in
    ('insufficient_funds', 'lost_card', 'invalid_expiry_month', 'expired_card', 'generic_decline')),
  needs_reply boolean not null default false,
  accepted_terms_version text,
  accepted_new_terms_at timestamptz,
  invitation_code text,
  created_at timestamptz not null,
  password_changed_at timestamptz not null
);

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

-- One row per refresh token ever issued in a session; the token itself is never stored.
create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session (id),
  issued_at timestamptz not null,
  used_at timestamptz,
  -- The successor, encrypted, for the 10 s window in which a repeated use gets the same answer.
  successor_sealed bytea
);
create index refresh_token_session on refresh_token (session_id);

create table one_time_token (
  token_hash bytea primary key,
  session_id uuid not null references session (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table recovery_code (
  code_hash bytea primary key,
  patient_id uuid not null references patient (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

create table email_change (
  code_hash bytea primary key,
  patient_id uuid not null references patient (id),
  new_email citext not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table consent (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  consent_id text not null,
  version text not null,
  given_at timestamptz not null
);
create index consent_patient on consent (patient_id, consent_id);

-- E-mails typed before an account exists, encrypted; kept 30 days.
create table lead (
  email_hash bytea primary key,
  email_sealed bytea not null,
  tracking jsonb not null,
  created_at timestamptz not null
);
