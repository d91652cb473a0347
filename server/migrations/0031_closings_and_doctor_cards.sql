-- Days whose money somebody of the practice compared with the gateway's and closed; doctors' cards that the practice edits without a restart.

-- A day is kept as it was closed; where its figures changed later, it is closed again, as the next revision.
create table day_closing (
  day date not null,
  revision integer not null check (revision > 0),
  closed_at timestamptz not null,
  -- Who closed it, as the audit names them.
  closed_by text not null,
  -- What was on the screen: sums of the ledger and of the gateway, and each difference. No patient and no product.
  figures jsonb not null,
  -- Of the figures, to see at a glance whether they are still the same.
  fingerprint text not null,
  primary key (day, revision)
);
create index ledger_entry_at on ledger_entry (at) where account = 'gateway';

-- The sandbox gateway's own books: each movement of money on the practice's balance, with what the gateway keeps for it.
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

-- What moved before the sandbox kept books.
insert into sandbox.movement (id, kind, intent_id, amount, created_at)
select 'txn_' || replace(gen_random_uuid()::text, '-', ''), 'capture', i.id, i.amount_captured,
  coalesce((select min(e.created_at) from sandbox.event e where e.intent_id = i.id and e.type = 'payment_intent.succeeded'), i.created_at)
from sandbox.intent i where i.amount_captured > 0;
insert into sandbox.movement (id, kind, intent_id, amount, created_at)
select 'txn_' || replace(gen_random_uuid()::text, '-', ''), 'refund', intent_id, amount, created_at from sandbox.refund where status = 'succeeded';

-- When an administrator added or changed the doctor: from then on the content does not overwrite the row.
alter table doctor add column edited_at timestamptz;
-- False for a doctor who takes no new patients; those they have stay.
alter table doctor add column accepts_patients boolean not null default true;
