-- The online visit, from the first question to checkout: how far the patient is, every answer, what the screening found, the treatments chosen and
-- the proof of identity. Health answers stay editable after the visit.

create table onboarding (
  patient_id uuid primary key references patient (id),
  step numeric(4, 2) not null,
  -- Furthest step reached, by its position in the flow.
  furthest_step numeric(4, 2) not null,
  status text not null check (status in ('PENDING', 'DONE')),
  flow_variant text,
  content_version text not null,
  -- Of the rules the patient was screened by last.
  rules_version text not null,
  -- Step 1.5 was asked in this visit, so the patient can go back to it.
  details_asked boolean not null default false,
  -- An answer raised a clarification, so step 3.1 is open.
  clarification_open boolean not null default false,
  treatment_form text,
  -- No chosen product is a hormone therapy.
  non_hrt boolean not null default false,
  coupon_code text,
  used_referral_code text,
  shareasale_click_id text,
  deduplication_id text,
  -- Campaigns and click ids the patient came with.
  tracking jsonb not null,
  -- When a campaign or a click was last recorded for the visit, so that it is deleted in time; null: at sign-up.
  tracking_updated_at timestamptz,
  identity_status text not null default 'none' check (identity_status in ('none', 'matched', 'no_match', 'review')),
  identity_attempts smallint not null default 0,
  -- Since when a person has to review the patient's identity.
  identity_review_started_at timestamptz,
  -- Why a person couldn't confirm the identity, so that the patient knows what to do; null where nobody said, and for any other outcome.
  identity_reason text
    check (identity_reason in ('photo_unclear', 'id_expired', 'name_differs', 'birthday_differs', 'face_differs')),
  ssn_last4_sealed bytea,
  -- The screening rule that ended the visit.
  stop_rule_id text,
  stopped_at timestamptz,
  shipping_address_id uuid,
  -- Set before the card is charged, so that a job finishes the visit after a crash on the way.
  payment_started_at timestamptz,
  -- The idempotency key and the order that finished the visit.
  completion_key text,
  order_id uuid references customer_order (id),
  done_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index onboarding_paying on onboarding (payment_started_at) where status = 'PENDING' and payment_started_at is not null;
create index onboarding_rules on onboarding (rules_version, patient_id) where status = 'DONE';
create index onboarding_review on onboarding (identity_review_started_at, patient_id) where identity_status = 'review';
create index onboarding_referred on onboarding (patient_id) where used_referral_code is not null;
call follow_changes('onboarding', 'onboarding', 'insert or update', object => 'patient_id');

-- Every answer ever given; the latest of a question counts.
create table health_answer (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  question_id text not null,
  value_sealed bytea not null,
  content_version text not null,
  answered_at timestamptz not null
);
create index health_answer_patient on health_answer (patient_id, question_id, answered_at desc, id desc);

create table screening_hit (
  patient_id uuid not null references patient (id),
  rule_id text not null,
  outcome text not null check (outcome in ('STOP', 'EMERGENCY', 'CLINICIAN', 'INFO')),
  content_version text not null,
  -- Of the rule, when it was hit.
  rule_version text not null,
  at timestamptz not null,
  -- A rule that asks for more than before is hit once more.
  primary key (patient_id, rule_id, outcome)
);

create table treatment_choice (
  patient_id uuid not null references patient (id),
  step numeric(4, 2) not null,
  product_id text not null,
  pricing_id text not null,
  price_cents integer not null,
  primary key (patient_id, product_id)
);

create table identity_photo (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  kind text not null check (kind in ('photo_id', 'selfie')),
  file_id uuid not null,
  created_at timestamptz not null
);
create index identity_photo_patient on identity_photo (patient_id, kind, created_at desc);
call follow_changes('identity_photo', 'user', 'insert or update or delete');

-- The patient's health answers after the visit and after each later change: the questions as the patient read them, with the answers.
create table health_answers_version (
  patient_id uuid not null references patient (id),
  version int not null check (version > 0),
  content_version text not null,
  screens_sealed bytea not null,
  answered_at timestamptz not null,
  primary key (patient_id, version)
);
call follow_changes('health_answers_version', 'user', 'insert', object => 'patient_id');

-- E-mails typed before an account exists; kept 30 days.
create table lead (
  email_hash bytea primary key,
  email_sealed bytea not null,
  tracking jsonb not null,
  created_at timestamptz not null
);
