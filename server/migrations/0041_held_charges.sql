-- Authorizations are checked as well: they can lapse at the gateway without our hearing of it.
drop index payment_intent_open;
create index payment_intent_open on payment_intent (updated_at) where status in ('created', 'unknown', 'requires_capture');
