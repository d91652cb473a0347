-- What is to be sent, and what is on its way: few of all orders, found by how long they wait.
create index customer_order_under_way on customer_order (status, updated_at) where status in ('paid', 'shipped');

-- Sessions that ran out are removed each hour, without reading those that live.
create index session_expiry on session (expires_at);

-- What the billing engine looks for each minute, in the order it takes it: charges she was not told of, charges she was told of, and
-- renewals nothing followed yet. Each holds little besides what waits, so that no guess of the planner leads it over the whole table.
drop index prescription_order_due;
create index prescription_order_to_remind on prescription_order (charge_on)
  where status = 'scheduled' and failed_on is null and held_on is null and reminded_on is null;
create index prescription_order_to_charge on prescription_order (charge_on)
  where status = 'scheduled' and failed_on is null and held_on is null and reminded_on is not null;
drop index prescription_order_unsettled;
create index prescription_order_unsettled on prescription_order (created_at) where status = 'ordered' and settled_at is null;
