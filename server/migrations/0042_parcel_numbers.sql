-- A tracking number read from a carrier's label is that of one parcel under way, or of parcels of one patient that went in one package (decision 95).
-- The first of them owns it. None does that was typed before numbers were read, or is another carrier's.
alter table shipment add column owns_number boolean not null default false;
create unique index shipment_number on shipment (tracking_number)
  where owns_number and delivered_at is null and returned_at is null;
create index shipment_under_way on shipment (tracking_number) where delivered_at is null and returned_at is null;
