create table doctor (
  id text primary key,
  firstname text not null,
  lastname text not null,
  credentials text not null,
  bio text not null,
  profile_url text not null,
  npi text not null,
  fixed boolean not null default false,
  active boolean not null default true
);

create table doctor_license (
  doctor_id text not null references doctor (id),
  state char(2) not null,
  valid_until date,
  primary key (doctor_id, state)
);
create index doctor_license_state on doctor_license (state);

-- One submitted visit on its way through the clinic.
create table care_case (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  order_id uuid not null unique references customer_order (id),
  doctor_id text references doctor (id),
  status text not null check (status in ('submitted', 'accepted', 'approved', 'declined')),
  decision_reason text,
  submitted_at timestamptz not null,
  accepted_at timestamptz,
  decided_at timestamptz
);
create index care_case_patient on care_case (patient_id, submitted_at desc);
create index care_case_open on care_case (doctor_id) where status in ('submitted', 'accepted');

create table prescription (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  care_case_id uuid not null references care_case (id),
  doctor_id text not null references doctor (id),
  order_id uuid not null references customer_order (id),
  product_id text not null,
  rx_number text not null unique,
  status text not null check (status in ('active', 'ended')),
  refills_left smallint not null check (refills_left >= 0),
  approved_at timestamptz not null,
  unique (care_case_id, product_id)
);
create index prescription_patient on prescription (patient_id);
create sequence rx_number start 700001;

create table subscription (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  order_id uuid not null references customer_order (id),
  product_id text not null,
  pricing_id text not null,
  price_cents integer not null,
  months smallint not null,
  status text not null check (status in ('pending', 'active', 'paused', 'past_due', 'cancelled')),
  started_at timestamptz,
  next_charge_at timestamptz,
  paused_until timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  unique (order_id, product_id)
);
create index subscription_patient on subscription (patient_id);
create index subscription_due on subscription (next_charge_at) where status = 'active';
