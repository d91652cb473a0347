-- Payment: the cards a patient has at the gateway, each charge with its refunds and disputes, the ledger, and what still has to be learned from or
-- done at the gateway. Amounts are cents.

create table payment_customer (
  patient_id uuid primary key references patient (id),
  gateway text not null,
  gateway_customer_id text not null unique
);

-- A card on file; its number is only at the gateway.
create table payment_source (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  gateway text not null,
  gateway_method_id text not null,
  brand text not null,
  last4 char(4) not null,
  exp_month smallint not null,
  exp_year smallint not null,
  -- The gateway's fingerprint of the card itself, whoever put it on file; null where the gateway gives none.
  fingerprint text,
  is_default boolean not null,
  created_at timestamptz not null,
  unique (gateway, gateway_method_id)
);
create unique index payment_source_default on payment_source (patient_id) where is_default;
call follow_changes('payment_source', 'payment', 'insert or update or delete');

-- One row per charge.
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
  -- The patient was not present when the card was charged.
  off_session boolean not null default false,
  status text not null check (status in ('created', 'unknown', 'requires_capture', 'succeeded', 'canceled', 'declined', 'mismatch')),
  captured_cents integer not null default 0,
  decline_code text,
  -- The doctor's decision on an authorization; a job carries it out.
  capture_or_void text check (capture_or_void in ('capture', 'void')),
  -- What the charge was to pay for is over: if it has not been made yet, it is not made at all.
  cancel_requested boolean not null default false,
  -- What it pays for (a subscription's period, an upsell), in words that a restored database would write again: nothing is charged twice.
  charge_for text[] not null default '{}',
  -- The gateway's idempotency key of the charge.
  charge_key text not null,
  -- How often, and when last, the gateway was asked to make the charge.
  attempts integer not null default 0,
  attempted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_intent_order on payment_intent (order_id);
create index payment_intent_patient on payment_intent (patient_id);
-- Authorizations are checked as well: they can lapse at the gateway without our hearing of it.
create index payment_intent_open on payment_intent (updated_at) where status in ('created', 'unknown', 'requires_capture');

-- Double entry, append-only: the amounts of one entry must sum to zero when its transaction commits.
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
create index ledger_entry_at on ledger_entry (at) where account = 'gateway';

create function ledger_entry_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entry where id = new.id) <> 0 then
    raise exception 'ledger entry % does not balance', new.id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_entry_balances();

create function reject_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entry is append-only';
end $$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function reject_ledger_change();

create table refund (
  id uuid primary key,
  payment_intent_id uuid not null references payment_intent (id),
  gateway_refund_id text unique,
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('created', 'unknown', 'succeeded', 'failed')),
  reason text not null,
  created_at timestamptz not null,
  -- When the gateway was last asked about it; determines the order of the queue.
  last_attempt_at timestamptz not null
);
create index refund_intent on refund (payment_intent_id);
create index refund_open on refund (last_attempt_at) where status in ('created', 'unknown');

-- A refund is part of its order.
create function note_refund() returns trigger language plpgsql as $$
begin
  perform note_change(patient_id, 'order', order_id) from payment_intent where id = new.payment_intent_id;
  return null;
end $$;
create constraint trigger refund_changed after insert or update on refund
  deferrable initially deferred for each row execute function note_refund();

-- Money at the gateway that no order is to pay: its return is requested until the gateway confirms it.
create table payment_release (
  gateway_intent_id text primary key,
  gateway text not null,
  order_id uuid not null references customer_order (id),
  reason text not null,
  -- When it was requested, last tried and confirmed.
  requested_at timestamptz not null,
  last_attempt_at timestamptz not null,
  completed_at timestamptz
);
create index payment_release_open on payment_release (last_attempt_at) where completed_at is null;

-- The gateway's state of an order whose amount or currency differs, for the person who decides on it.
create table payment_mismatch (
  order_id uuid primary key references customer_order (id),
  gateway_intent_id text not null,
  intent_status text not null,
  amount_cents integer not null,
  captured_cents integer not null,
  refunded_cents integer not null,
  currency text not null,
  detected_at timestamptz not null,
  -- When the patient and the practice were mailed.
  notified_at timestamptz,
  -- `accept`: what was captured pays the order; `release`: all of it is given back.
  outcome text check (outcome in ('accept', 'release')),
  decided_at timestamptz,
  -- `staff:<id>` or `key:<id>`; null where the end of care did.
  decided_by text
);
create index payment_mismatch_decided on payment_mismatch (decided_at) where decided_at is not null;

-- A dispute of a charge by the cardholder's bank, as the gateway reports it.
create table dispute (
  id uuid primary key,
  payment_intent_id uuid not null references payment_intent (id),
  patient_id uuid not null references patient (id),
  gateway_dispute_id text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  -- `inquiry`: the bank asks, no money has moved.
  status text not null check (status in ('inquiry', 'inquiry_closed', 'needs_response', 'under_review', 'won', 'lost')),
  evidence_due_by timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  -- The bank has taken the amount back, and the ledger has an entry for it.
  funds_withdrawn boolean not null default false,
  -- When the practice resumed charges.
  charges_resumed_at timestamptz
);
create index dispute_intent on dispute (payment_intent_id);
-- Disputes that stop charges.
create index dispute_patient on dispute (patient_id) where charges_resumed_at is null and status not in ('won', 'inquiry_closed');
create index dispute_opened on dispute (opened_at desc, id desc);
create index dispute_open on dispute (opened_at) where status not in ('won', 'inquiry_closed', 'lost');

-- The patient's screens show whether charges are stopped, so a dispute that opens, is decided or has its charges resumed is a change.
create function note_dispute() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'treatment', new.id);
  return null;
end $$;
create constraint trigger dispute_insert after insert on dispute
  deferrable initially deferred for each row execute function note_dispute();
create constraint trigger dispute_update after update on dispute
  deferrable initially deferred for each row
  when ((old.status, old.charges_resumed_at) is distinct from (new.status, new.charges_resumed_at))
  execute function note_dispute();

-- The gateway's webhooks. One is done when its intent was fetched and applied.
create table webhook_event (
  gateway text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null,
  -- Null for an event that concerns no intent: there is nothing to do.
  gateway_intent_id text,
  last_attempt_at timestamptz,
  processed_at timestamptz,
  primary key (gateway, event_id)
);
create index webhook_event_open on webhook_event (last_attempt_at) where processed_at is null and gateway_intent_id is not null;
