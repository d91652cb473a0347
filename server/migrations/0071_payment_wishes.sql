-- Money at the gateway that no order is to pay: its return is requested until the gateway confirms it.
create table payment_release (
  gateway_intent_id text primary key,
  gateway text not null,
  order_id uuid not null references customer_order (id),
  reason text not null,
  wanted_at timestamptz not null,
  tried_at timestamptz not null,
  done_at timestamptz
);
create index payment_release_open on payment_release (tried_at) where done_at is null;

-- An event is done when its intent was fetched and applied.
alter table webhook_event
  add column gateway_intent_id text, add column tried_at timestamptz, add column done_at timestamptz;
create index webhook_event_open on webhook_event (tried_at) where done_at is null and gateway_intent_id is not null;

-- How often, and when last, the gateway was asked to make a charge.
alter table payment_intent add column attempts integer not null default 0, add column asked_at timestamptz;
update payment_intent set attempts = 1, asked_at = updated_at;

-- When the gateway was last asked about a refund; determines the order of the queue.
alter table refund add column tried_at timestamptz;
update refund set tried_at = created_at;
alter table refund alter column tried_at set not null;
drop index refund_open;
create index refund_open on refund (tried_at) where status in ('created', 'unknown');
