-- Held amounts are looked after as well: a hold can lapse at the gateway without word of it reaching us.
drop index payment_intent_open;
create index payment_intent_open on payment_intent (updated_at) where status in ('created', 'unknown', 'requires_capture');
