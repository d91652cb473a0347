-- The gateway's state of an order whose amount or currency differs, for the person who decides on it.
create table payment_mismatch (
  order_id uuid primary key references customer_order (id),
  gateway_intent_id text not null,
  intent_status text not null,
  amount_cents integer not null,
  captured_cents integer not null,
  refunded_cents integer not null,
  currency text not null,
  noticed_at timestamptz not null,
  told_at timestamptz,
  outcome text check (outcome in ('accept', 'release')),
  decided_at timestamptz
);

-- A person's decision: what was captured pays the order, or all of it is given back.
insert into order_move (from_status, to_status) values ('mismatch', 'paid'), ('mismatch', 'voided');
