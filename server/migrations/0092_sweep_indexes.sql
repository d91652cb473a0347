-- Orders to be sent or under way: few of all orders, looked up by how long they have waited.
create index customer_order_under_way on customer_order (status, updated_at) where status in ('paid', 'shipped');

-- Expired sessions are removed each hour, without reading live ones.
create index session_expiry on session (expires_at);

-- What the billing engine looks for each minute, in its order: charges to remind of, charges already reminded of, and renewal orders not
-- processed yet. Each index holds little besides what waits, so that no plan ever scans the whole table.
drop index prescription_order_due;
create index prescription_order_to_remind on prescription_order (charge_on)
  where status = 'scheduled' and failed_on is null and held_on is null and reminded_on is null;
create index prescription_order_to_charge on prescription_order (charge_on)
  where status = 'scheduled' and failed_on is null and held_on is null and reminded_on is not null;
drop index prescription_order_unsettled;
create index prescription_order_unsettled on prescription_order (created_at) where status = 'ordered' and settled_at is null;
