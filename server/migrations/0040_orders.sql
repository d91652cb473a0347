-- `mismatch`: the gateway authorized or captured another amount or currency than the order's; a person has to look at it.
alter table customer_order drop constraint customer_order_status_check;
alter table customer_order add constraint customer_order_status_check check (status in ('pending', 'authorizing', 'unknown',
  'authorized', 'paid', 'shipped', 'delivered', 'voided', 'failed', 'cancelled', 'refunded', 'mismatch'));

-- The physician's decision on an authorization; a job carries it out.
alter table payment_intent add column settle text check (settle in ('capture', 'void'));
create index payment_intent_open on payment_intent (updated_at)
  where status in ('created', 'unknown') or (status = 'requires_capture' and settle is not null);
create index refund_intent on refund (payment_intent_id);
create index refund_open on refund (created_at) where status in ('created', 'unknown');
create index coupon_use_order on coupon_use (order_id);

-- Double entry, append-only: the amounts of one entry must sum to zero when its transaction commits.
create function ledger_entry_balances() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entry where id = new.id) <> 0 then
    raise exception 'ledger entry % does not balance', new.id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entry_balances after insert on ledger_entry
  deferrable initially deferred for each row execute function ledger_entry_balances();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entry is append-only';
end $$;
create trigger ledger_entry_append_only before update or delete or truncate on ledger_entry
  for each statement execute function refuse_ledger_change();
