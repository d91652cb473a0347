-- Parcels: an order may go in several, one may come back, and each line is packed from a lot that can be recalled.

create table shipment (
  order_id uuid not null references customer_order (id),
  -- Number within the order.
  parcel smallint not null default 1 check (parcel between 1 and 50),
  carrier text not null,
  tracking_number text not null,
  tracking_url text,
  shipped_at timestamptz not null,
  estimated_delivery date,
  delivered_at timestamptz,
  returned_at timestamptz,
  return_reason text check (return_reason in ('address', 'unclaimed', 'refused', 'damaged', 'sent_back', 'other')),
  primary key (order_id, parcel),
  check ((returned_at is null) = (return_reason is null))
);
create constraint trigger shipment_changed after insert or update on shipment
  deferrable initially deferred for each row execute function note_part_of_order();

-- What was packed of an order's line, and from which lot. A line whose parcel came back is packed anew.
create table order_fill (
  id uuid primary key,
  order_id uuid not null,
  line smallint not null,
  -- Null where the pharmacy recorded none.
  lot_number text,
  expires_on date,
  packed_at timestamptz not null,
  -- Null until it leaves. A parcel none of whose fills are here has every line that was not cancelled when it left.
  parcel smallint,
  foreign key (order_id, line) references order_line (order_id, line),
  foreign key (order_id, parcel) references shipment (order_id, parcel)
);
create index order_fill_order on order_fill (order_id, line);
create unique index order_fill_packed on order_fill (order_id, line) where parcel is null;
create unique index order_fill_parcel on order_fill (order_id, line, parcel) where parcel is not null;
create index order_fill_lot on order_fill (lot_number, packed_at, id) where lot_number is not null;
