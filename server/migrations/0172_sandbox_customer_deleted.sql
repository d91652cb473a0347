-- The sandbox's customer of an erased patient: the cards can no longer be charged, charges made stay.
alter table sandbox.customer add column deleted_at timestamptz;
