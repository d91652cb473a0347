-- Days' supply a doctor prescribes with each fill. Null: written by a node that did not know the column; a fill is then one of the smallest pack.
alter table prescription add column fill_days integer check (fill_days > 0);
update prescription p set fill_days = coalesce(
  (select l.days_supply * l.quantity from order_line l where l.order_id = p.order_id and l.product_id = p.product_id limit 1),
  (select c.days_supply * s.quantity from changed_line c join subscription s on s.id = c.subscription_id
    where s.patient_id = p.patient_id and c.product_id = p.product_id limit 1));
