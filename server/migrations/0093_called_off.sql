-- What it was to pay for is over: if the charge has not been made yet, it is not made at all.
alter table payment_intent add column called_off boolean not null default false;

-- A line that is not sent after all; everything else of a line stays as it was ordered.
alter table order_line add column cancelled_at timestamptz;
drop trigger order_line_snapshot on order_line;
create trigger order_line_snapshot before update on order_line for each row
  when ((to_jsonb(old) - 'cancelled_at') is distinct from (to_jsonb(new) - 'cancelled_at'))
  execute function refuse_order_rewrite();

-- How often a prescription order was put on an order: part of the key of the next one.
alter table prescription_order add column claims smallint not null default 0;
