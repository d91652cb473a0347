-- Parcels: an order may go in several, one may come back, and each line is packed from a lot that can be recalled.

alter table shipment add column parcel smallint not null default 1 check (parcel between 1 and 50);
alter table shipment add column returned_at timestamptz;
alter table shipment add column return_reason text
  check (return_reason in ('address', 'unclaimed', 'refused', 'damaged', 'other'));
alter table shipment add check ((returned_at is null) = (return_reason is null));
alter table shipment drop constraint shipment_pkey, add primary key (order_id, parcel);

-- A parcel that came back makes its order one that waits for the pharmacy again.
insert into order_transition (from_status, to_status) values ('shipped', 'paid');

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
