-- A dispute of a charge by the cardholder's bank, as the gateway reports it. `inquiry`: the bank asks, no money has moved.
create table dispute (
  id uuid primary key,
  payment_intent_id uuid not null references payment_intent (id),
  patient_id uuid not null references patient (id),
  gateway_dispute_id text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null check (status in ('inquiry', 'inquiry_closed', 'needs_response', 'under_review', 'won', 'lost')),
  evidence_due_by timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null,
  -- The bank has taken the amount back, and the ledger has an entry for it.
  withdrawn boolean not null default false,
  -- When the practice resumed charges.
  charges_resumed_at timestamptz
);
create index dispute_intent on dispute (payment_intent_id);
-- Disputes that stop charges.
create index dispute_patient on dispute (patient_id) where charges_resumed_at is null and status not in ('won', 'inquiry_closed');
create index dispute_opened on dispute (opened_at desc, id desc);

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
