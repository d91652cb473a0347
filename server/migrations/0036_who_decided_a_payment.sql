-- Who decided about a payment that differs from its order, `staff:<id>` or `key:<id>`; null where the end of care did.
alter table payment_mismatch add column decided_by text;
create index payment_mismatch_decided on payment_mismatch (decided_at) where decided_at is not null;
