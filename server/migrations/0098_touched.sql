-- Patients the work behind an idempotency key touched: the audit names them for a replayed answer too.
alter table idempotency_key add column touched uuid[] not null default '{}';
