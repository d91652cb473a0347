-- The sandbox's customer of an erased patient: its cards can no longer be charged, what was charged stays.
alter table sandbox.customer add column deleted_at timestamptz;
