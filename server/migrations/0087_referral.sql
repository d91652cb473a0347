-- A patient's own code. Its row is also the lock under which the patient's invitations are counted.
create table referral_code (
  patient_id uuid primary key references patient (id),
  code text not null unique,
  created_at timestamptz not null
);

-- Friends the patient had invited by mail; deleted after a while. Nothing here says whether an e-mail belongs to a patient.
create table referral_invitation (
  id uuid primary key,
  patient_id uuid not null references referral_code (patient_id),
  email_digest bytea not null,
  email_sealed bytea not null,
  mails smallint not null default 1 check (mails > 0),
  mailed_at timestamptz not null,
  unique (patient_id, email_digest)
);
create index referral_invitation_friend on referral_invitation (email_digest, mailed_at);
create index referral_invitation_mailed on referral_invitation (mailed_at);

-- Earned by a friend's first order, once per friend.
create table referral_reward (
  id uuid primary key,
  patient_id uuid not null references referral_code (patient_id),
  friend_id uuid not null unique references patient (id),
  order_id uuid not null unique references customer_order (id),
  earned_at timestamptz not null,
  check (friend_id <> patient_id)
);
create index referral_reward_patient on referral_reward (patient_id, earned_at);
