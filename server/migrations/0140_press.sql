-- A request without an Idempotency-Key is recognized by its content: a keyed digest, null where the client sent a key.
alter table idempotency_key add column press text;
create index idempotency_key_press on idempotency_key (owner, press, claimed_at) where press is not null;
