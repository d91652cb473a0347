-- The sandbox pays out: what is on its balance goes to the practice's bank, as a payout and a movement of its own. Nothing of it is in our books: whoever
-- looks at a period asks the gateway.
create table sandbox.payout (
  id text primary key,
  seq bigint generated always as identity unique,
  -- Negative where it was taken from the bank.
  amount int not null check (amount <> 0),
  -- By schedule; of one made by hand nobody says what is in it.
  automatic boolean not null,
  created_at timestamptz not null,
  arrives_on date not null,
  -- Null: on its way, or there.
  ended text check (ended in ('failed', 'canceled'))
);
create index payout_created on sandbox.payout (created_at);

alter table sandbox.movement alter column intent_id drop not null;
alter table sandbox.movement drop constraint movement_kind_check;
alter table sandbox.movement add constraint movement_kind_check
  check (kind in ('capture', 'refund', 'refund_reversal', 'dispute', 'dispute_reversal', 'payout', 'payout_reversal', 'other'));
alter table sandbox.movement drop constraint movement_amount_check;
alter table sandbox.movement add constraint movement_amount_check check (amount >= 0);
-- By how much the balance changed.
alter table sandbox.movement add column net int;
update sandbox.movement set net = case when kind in ('refund', 'dispute') then -amount else amount end - fee;
alter table sandbox.movement alter column net set not null;
alter table sandbox.movement add column available_at timestamptz;
update sandbox.movement set available_at = created_at + case kind when 'capture' then interval '2 days' else interval '0' end;
alter table sandbox.movement alter column available_at set not null;
-- The payout it is paid out with; null while it waits. A payout by hand waits as any movement.
alter table sandbox.movement add column payout_id text references sandbox.payout (id);
-- The payout whose movement it is, or which it returns.
alter table sandbox.movement add column of_payout_id text references sandbox.payout (id);
create index movement_waiting on sandbox.movement (available_at) where payout_id is null;
create index movement_payout on sandbox.movement (payout_id, seq);
