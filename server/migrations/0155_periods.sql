-- A subscription is charged every `days_supply` days: as long as everything one charge brings lasts.
alter table subscription add column days_supply smallint;
update subscription s set days_supply = coalesce(
  (select c.days_supply from changed_line c where c.subscription_id = s.id),
  (select l.days_supply from order_line l where l.order_id = s.order_id and (l.line = s.line or (s.line is null and l.product_id = s.product_id)) limit 1),
  s.months * 28) * s.quantity;
alter table subscription
  alter column days_supply set not null,
  add constraint subscription_days_supply check (days_supply > 0),
  drop column months,
  drop column anchor_day;

-- Not charged before this day, by the patient's choice: the one before was skipped or cancelled, or the subscription paused.
alter table prescription_order add column not_before date;
update prescription_order o set not_before = o.charge_on from subscription s
  where s.id = o.subscription_id and o.status = 'scheduled' and (s.status = 'paused' or exists (
    select from prescription_order before where before.subscription_id = o.subscription_id and before.period = o.period - 1
      and before.status in ('skipped', 'cancelled')));

-- Charges planned by month move up to 7 days before the last box is empty; the day is checked again before the patient is reminded.
update prescription_order o set charge_on = least(o.charge_on, used.until - 7)
  from subscription s, lateral (
    select max(coalesce(p.delivered_at, p.shipped_at, c.placed_at)::date + l.days_supply * l.quantity) as until
      from customer_order c join order_line l on l.order_id = c.id left join shipment p on p.order_id = c.id
      where c.patient_id = s.patient_id and l.product_id = s.product_id and c.status in ('paid', 'shipped', 'delivered')
        and l.cancelled_at is null) used
  where s.id = o.subscription_id and o.status = 'scheduled' and o.failed_on is null and o.reminded_on is null and o.not_before is null
    and s.status = 'active' and used.until is not null;
