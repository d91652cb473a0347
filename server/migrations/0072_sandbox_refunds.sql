-- A refund made in the gateway's own dashboard has no id of ours, and a bank can send a refund back.
alter table sandbox.refund alter column refund_id drop not null;
alter table sandbox.refund add column status text not null default 'succeeded'
  check (status in ('succeeded', 'pending', 'failed'));
