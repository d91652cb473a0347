alter table subscription add column quantity smallint not null check (quantity between 1 and 12);

-- One supply of a subscription; the first comes with the order that began it.
create table prescription_order (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  subscription_id uuid not null references subscription (id),
  period smallint not null check (period >= 1),
  order_id uuid references customer_order (id),
  -- For `ordered`, the order has the further status.
  status text not null check (status in ('scheduled', 'ordered', 'skipped', 'cancelled')),
  charge_on date not null,
  amount_cents integer not null check (amount_cents >= 0),
  created_at timestamptz not null,
  unique (subscription_id, period),
  check ((status = 'ordered') = (order_id is not null))
);
create index prescription_order_patient on prescription_order (patient_id);
create index prescription_order_order on prescription_order (order_id);

-- An order's parcel.
create table shipment (
  order_id uuid primary key references customer_order (id),
  carrier text not null,
  tracking_number text not null,
  tracking_url text,
  shipped_at timestamptz not null,
  estimated_delivery date,
  delivered_at timestamptz
);
