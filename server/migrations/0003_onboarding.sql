create table onboarding (
  patient_id uuid primary key references patient (id),
  step numeric(4, 2) not null,
  -- Furthest step reached, by its position in the flow.
  furthest_step numeric(4, 2) not null,
  status text not null check (status in ('PENDING', 'DONE')),
  flow_variant text,
  content_version text not null,
  treatment_form text,
  non_hrt boolean not null default false,
  coupon_code text,
  used_referral_code text,
  shareasale_click_id text,
  deduplication_id text,
  tracking jsonb not null default '{}',
  identity_status text not null default 'none' check (identity_status in ('none', 'matched', 'no_match', 'review')),
  identity_attempts smallint not null default 0,
  ssn_last4_sealed bytea,
  stop_rule_id text,
  stopped_at timestamptz,
  done_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Every answer ever given; the latest of a question counts. The value is encrypted.
create table answer (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  question_id text not null,
  value_sealed bytea not null,
  content_version text not null,
  given_at timestamptz not null
);
create index answer_patient on answer (patient_id, question_id, given_at desc, id desc);

create table screening_hit (
  patient_id uuid not null references patient (id),
  rule_id text not null,
  outcome text not null check (outcome in ('STOP', 'EMERGENCY', 'CLINICIAN', 'INFO')),
  content_version text not null,
  at timestamptz not null,
  primary key (patient_id, rule_id)
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
