-- The practice's people: who they are, how they prove it, and their sessions. Names and e-mails are not sealed: they are the practice's own, not a
-- patient's.

create table staff_member (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  roles text[] not null check (cardinality(roles) > 0),
  -- Of a physician: the doctor in whose name they decide.
  doctor_id text references doctor (id),
  password_hash text,
  created_at timestamptz not null,
  -- `staff:<id>`, `key:<id>`, or `system:<what>`.
  created_by text not null,
  disabled_at timestamptz,
  last_signed_in_at timestamptz,
  -- Who they are at the practice's identity provider, once they came in by it.
  oidc_issuer text,
  oidc_subject text,
  -- Comes in by password where everybody else comes in by the provider alone, for the day it is down; and when they last did.
  emergency boolean not null default false,
  emergency_proven_at timestamptz,
  unique (oidc_issuer, oidc_subject)
);
-- Two people never decide in one doctor's name.
create unique index staff_member_doctor on staff_member (doctor_id) where disabled_at is null;

-- Mailed links: the first way in, or a new start after a lost phone and passkey. Only the newest of a person works.
create table staff_invitation (
  token_hash bytea primary key,
  member_id uuid not null references staff_member (id),
  kind text not null check (kind in ('invitation', 'recovery')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Its person has come in, or a newer one replaced it.
  ended_at timestamptz
);
create index staff_invitation_member on staff_invitation (member_id) where ended_at is null;

create table staff_session (
  id uuid primary key,
  member_id uuid not null references staff_member (id),
  -- Only the hash; the cookie has the secret, and a new one once the second factor is proved.
  token_hash bytea not null unique,
  stage text not null check (stage in ('second_factor', 'enrolling', 'open', 'locked')),
  created_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the person last did something, to half a minute; what a page asks by itself does not count.
  used_at timestamptz not null,
  proven_at timestamptz,
  -- What a passkey has to sign, once.
  challenge text,
  ended_at timestamptz,
  -- Of a session by the identity provider: asks it again for roles, and when that was last done.
  oidc_refresh_sealed bytea,
  oidc_checked_at timestamptz
);
create index staff_session_member on staff_session (member_id) where ended_at is null;

create table staff_passkey (
  id uuid primary key,
  member_id uuid not null references staff_member (id),
  credential_id text not null unique,
  -- COSE, in base64url.
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When its counter did not rise although it counts: a sign of a copy, not a proof.
  counter_stalled_at timestamptz
);
create index staff_passkey_member on staff_passkey (member_id);

create table staff_authenticator (
  id uuid primary key,
  member_id uuid not null references staff_member (id),
  secret_sealed bytea not null,
  created_at timestamptz not null,
  -- Null until a code of it was entered.
  confirmed_at timestamptz,
  -- The last 30-second step a code was accepted of: each counts once.
  last_step bigint not null default 0
);
create unique index staff_authenticator_confirmed on staff_authenticator (member_id) where confirmed_at is not null;
create unique index staff_authenticator_pending on staff_authenticator (member_id) where confirmed_at is null;

create table staff_recovery_code (
  member_id uuid not null references staff_member (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (member_id, code_hash)
);

-- A browser on its way to the identity provider and back.
create table staff_oidc_login (
  state_hash bytea primary key,
  -- The browser's own, by a cookie: a link with somebody else's state signs nobody in.
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- The session to prove anew; null where this is a sign-in.
  session_id uuid references staff_session (id),
  return_to text not null,
  expires_at timestamptz not null
);
