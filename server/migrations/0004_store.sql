-- Street lines, names and phone are encrypted; state and zip code stay readable for tax and routing.
create table shipping_address (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  lines_sealed bytea not null,
  city text not null,
  state char(2) not null,
  zipcode text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index shipping_address_default on shipping_address (patient_id) where is_default;
create index shipping_address_patient on shipping_address (patient_id);

create table billing_address (
  patient_id uuid primary key references patient (id),
  same_as_shipping boolean not null,
  lines_sealed bytea not null,
  state char(2) not null,
  zipcode text not null,
  updated_at timestamptz not null
);

create table payment_customer (
  patient_id uuid primary key references patient (id),
  gateway text not null,
  gateway_customer_id text not null unique
);

create table payment_source (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  gateway text not null,
  gateway_method_id text not null,
  brand text not null,
  last4 char(4) not null,
  exp_month smallint not null,
  exp_year smallint not null,
  is_default boolean not null,
  created_at timestamptz not null,
  unique (gateway, gateway_method_id)
);
create unique index payment_source_default on payment_source (patient_id) where is_default;

create sequence order_number start 10001;

create table customer_order (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  kind text not null check (kind in ('onboarding', 'cart', 'renewal', 'upsell')),
  -- Assigned when the order becomes real (authorized or paid).
  number text unique,
  status text not null check (status in ('pending', 'authorizing', 'unknown', 'authorized', 'paid', 'shipped', 'delivered',
    'voided', 'failed', 'cancelled', 'refunded')),
  idempotency_key text,
  lines_cents integer not null check (lines_cents >= 0),
  discount_cents integer not null check (discount_cents >= 0 and discount_cents <= lines_cents),
  tax_cents integer not null check (tax_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  total_cents integer not null,
  currency char(3) not null default 'usd',
  coupon_code text,
  shipping_sealed bytea not null,
  ship_state char(2) not null,
  terms_version text not null,
  decline_code text,
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  constraint order_total check (total_cents = lines_cents - discount_cents + tax_cents + shipping_cents),
  unique (patient_id, idempotency_key)
);
create index customer_order_patient on customer_order (patient_id, placed_at desc);
create index customer_order_unsettled on customer_order (updated_at) where status in ('authorizing', 'unknown');
-- At most one live onboarding order per patient: a second one can only follow a failed or voided one.
create unique index customer_order_onboarding on customer_order (patient_id)
  where kind = 'onboarding' and status not in ('failed', 'voided', 'cancelled');

create table order_line (
  order_id uuid not null references customer_order (id),
  line smallint not null,
  product_id text not null,
  pricing_id text not null,
  name text not null,
  dosage text not null,
  image text not null,
  prescription boolean not null,
  tax_category text not null,
  hsa text not null,
  days_supply smallint not null,
  months smallint not null,
  refills smallint not null,
  quantity smallint not null check (quantity between 1 and 12),
  unit_price_cents integer not null check (unit_price_cents >= 0),
  discount_cents integer not null check (discount_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  primary key (order_id, line)
);

create table order_event (
  id uuid primary key,
  order_id uuid not null references customer_order (id),
  event text not null,
  detail text,
  at timestamptz not null,
  -- An event that can happen once per order (paid, approved …).
  unique (order_id, event)
);

-- One row per charge; the gateway key is derived from its id.
create table payment_intent (
  id uuid primary key,
  order_id uuid not null references customer_order (id),
  patient_id uuid not null references patient (id),
  gateway text not null,
  gateway_intent_id text unique,
  payment_source_id uuid not null references payment_source (id),
  amount_cents integer not null check (amount_cents >= 0),
  currency char(3) not null default 'usd',
  capture text not null check (capture in ('manual', 'automatic')),
  status text not null check (status in ('created', 'unknown', 'requires_capture', 'succeeded', 'canceled', 'declined', 'mismatch')),
  captured_cents integer not null default 0,
  decline_code text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_intent_order on payment_intent (order_id);

-- Double entry: the amounts of one entry sum to zero.
create table ledger_entry (
  id uuid not null,
  account text not null,
  order_id uuid not null references customer_order (id),
  amount_cents integer not null,
  reason text not null,
  at timestamptz not null,
  primary key (id, account)
);
create index ledger_entry_order on ledger_entry (order_id);

create table refund (
  id uuid primary key,
  payment_intent_id uuid not null references payment_intent (id),
  gateway_refund_id text unique,
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('created', 'unknown', 'succeeded', 'failed')),
  reason text not null,
  created_at timestamptz not null
);

create table webhook_event (
  gateway text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  primary key (gateway, event_id)
);

create table coupon_counter (
  code text primary key,
  used integer not null default 0
);

create table coupon_use (
  code text not null,
  patient_id uuid not null references patient (id),
  order_id uuid not null references customer_order (id),
  at timestamptz not null,
  released_at timestamptz
);
create unique index coupon_use_once on coupon_use (code, patient_id) where released_at is null;
