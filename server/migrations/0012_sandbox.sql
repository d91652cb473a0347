-- The sandbox payment gateway's own data, in a schema of its own: as separate from the clinic's as a real gateway's would be.

create schema sandbox;

-- The card behind a token; its number is never stored.
create table sandbox.token (
  id text primary key,
  brand text not null,
  last4 text not null,
  exp_month int not null,
  exp_year int not null,
  -- The bank's answer when the card is attached and when it is charged; null for a success.
  attach_decline text,
  charge_decline text,
  -- The bank asks the cardholder to confirm a charge (3-D Secure): each one, or until the first was confirmed.
  three_d_secure text check (three_d_secure in ('once', 'always')),
  used_at timestamptz,
  created_at timestamptz not null
);

create table sandbox.customer (
  id text primary key,
  patient_id text not null,
  created_at timestamptz not null,
  -- The patient was erased: the cards can no longer be charged, charges made stay.
  deleted_at timestamptz
);

-- A card a token was exchanged for.
create table sandbox.payment_method (
  id text primary key,
  customer_id text references sandbox.customer (id),
  brand text not null,
  last4 text not null,
  exp_month int not null,
  exp_year int not null,
  attach_decline text,
  charge_decline text,
  three_d_secure text check (three_d_secure in ('once', 'always')),
  created_at timestamptz not null
);

create table sandbox.intent (
  id text primary key,
  customer_id text not null references sandbox.customer (id),
  payment_method_id text not null references sandbox.payment_method (id),
  order_id text not null,
  -- As metadata: with which key it was made, and what it pays for.
  charge_key text not null,
  charge_for text[] not null,
  amount int not null check (amount > 0),
  currency text not null,
  capture text not null check (capture in ('manual', 'automatic')),
  status text not null check (status in ('requires_capture', 'succeeded', 'canceled', 'requires_payment_method', 'requires_action')),
  amount_captured int not null default 0 check (amount_captured between 0 and amount),
  amount_refunded int not null default 0 check (amount_refunded between 0 and amount_captured),
  last_decline text,
  -- With it the cardholder confirms the charge.
  client_secret text unique,
  created_at timestamptz not null
);
create index intent_order on sandbox.intent (order_id, created_at);
create index intent_held on sandbox.intent (created_at) where status = 'requires_capture';

create table sandbox.refund (
  id text primary key,
  intent_id text not null references sandbox.intent (id),
  -- Our id of it; null for one made in the gateway's own dashboard.
  refund_id text unique,
  amount int not null check (amount > 0),
  -- A bank can send a refund back.
  status text not null default 'succeeded' check (status in ('succeeded', 'pending', 'failed')),
  created_at timestamptz not null
);

create table sandbox.dispute (
  id text primary key,
  intent_id text not null references sandbox.intent (id),
  amount int not null check (amount > 0),
  reason text not null,
  status text not null,
  created_at timestamptz not null,
  due_by timestamptz
);
create index dispute_intent on sandbox.dispute (intent_id);

-- The gateway's own books: each movement of money on the practice's balance, with what the gateway keeps for it.
create table sandbox.movement (
  id text primary key,
  seq bigint generated always as identity unique,
  kind text not null check (kind in ('capture', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal')),
  intent_id text not null references sandbox.intent (id),
  amount int not null check (amount > 0),
  fee int not null default 0,
  created_at timestamptz not null
);
create index movement_created on sandbox.movement (created_at);

create table sandbox.idempotency (
  key text primary key,
  fingerprint text not null,
  response jsonb,
  created_at timestamptz not null
);

-- Webhooks to deliver; `due_at` is null once one was delivered, dropped or given up.
create table sandbox.event (
  id text primary key,
  seq bigint generated always as identity unique,
  type text not null,
  intent_id text not null references sandbox.intent (id),
  body jsonb not null,
  attempts int not null default 0,
  created_at timestamptz not null,
  due_at timestamptz,
  delivered_at timestamptz
);
create index event_due on sandbox.event (due_at) where due_at is not null;

-- Notifies the nodes when a webhook to deliver commits, so that they need not poll for it.
create function notify_sandbox_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('sandbox_event', '');
  return null;
end $$;
create trigger sandbox_event_told after insert on sandbox.event
  for each statement execute function notify_sandbox_event();
