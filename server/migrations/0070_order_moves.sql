-- The transitions an order may make, as in server/store/order-machine.ts; a test compares the two.
create table order_move (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into order_move (from_status, to_status) values
  ('pending', 'authorizing'), ('pending', 'cancelled'),
  ('authorizing', 'unknown'), ('authorizing', 'authorized'), ('authorizing', 'paid'), ('authorizing', 'failed'),
  ('authorizing', 'voided'), ('authorizing', 'mismatch'),
  ('unknown', 'authorized'), ('unknown', 'paid'), ('unknown', 'failed'), ('unknown', 'voided'), ('unknown', 'mismatch'),
  ('authorized', 'paid'), ('authorized', 'voided'), ('authorized', 'mismatch'),
  ('paid', 'shipped'), ('paid', 'refunded'),
  ('shipped', 'delivered'), ('shipped', 'refunded'),
  ('delivered', 'refunded');

create function refuse_order_move() returns trigger language plpgsql as $$
begin
  if not exists (select from order_move where from_status = old.status and to_status = new.status) then
    raise exception 'order % cannot move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_moves before update of status on customer_order
  for each row when (old.status is distinct from new.status) execute function refuse_order_move();

-- What the patient agreed to cannot change: prices, tax, discount, terms.
create function refuse_order_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps what was agreed' using errcode = 'check_violation';
end $$;
create trigger order_snapshot before update on customer_order for each row
  when ((old.patient_id, old.kind, old.lines_cents, old.discount_cents, old.tax_cents, old.shipping_cents, old.total_cents,
    old.currency, old.coupon_code, old.terms_version, old.placed_at)
    is distinct from (new.patient_id, new.kind, new.lines_cents, new.discount_cents, new.tax_cents, new.shipping_cents,
    new.total_cents, new.currency, new.coupon_code, new.terms_version, new.placed_at))
  execute function refuse_order_rewrite();
create trigger order_line_snapshot before update on order_line for each row execute function refuse_order_rewrite();

-- An order's lines must add up to its totals when its transaction commits; the tax on shipping is in no line.
create function order_lines_add_up() returns trigger language plpgsql as $$
begin
  if not exists (
    select from customer_order o join order_line l on l.order_id = o.id where o.id = new.order_id group by o.id
    having sum(l.unit_price_cents * l.quantity) = o.lines_cents and sum(l.discount_cents) = o.discount_cents
      and sum(l.tax_cents) <= o.tax_cents
  ) then
    raise exception 'the lines of order % do not add up to it', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger order_lines_add_up after insert on order_line
  deferrable initially deferred for each row execute function order_lines_add_up();
