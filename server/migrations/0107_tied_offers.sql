-- A denied upsell belongs to no order; an open one with an order is being bought, or its purchase was not finished.
update upsell set order_id = null where status = 'denied';
alter table upsell add constraint upsell_denied_tied check (status <> 'denied' or order_id is null);
create index upsell_tied on upsell (order_id) where status = 'open' and order_id is not null;
