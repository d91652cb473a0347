-- The boxes a line of an order was packed from, as their codes said, and who vouched where there was no code.

alter table order_fill
  -- code: each box was matched by its code · vouched: a person gave a reason · system: a pharmacy's own system packed it.
  add column matched text check (matched in ('code', 'vouched', 'system')),
  -- As the audit names them.
  add column packer text,
  add column uncoded_reason text,
  add check ((uncoded_reason is null) = (matched is distinct from 'vouched')),
  add check ((packer is null) = (matched is null));

create table packed_box (
  id uuid primary key,
  fill_id uuid not null references order_fill (id) on delete cascade,
  gtin text not null check (gtin ~ '^[0-9]{14}$'),
  -- As the catalogue has it.
  ndc text not null,
  lot_number text,
  expires_on date,
  serial text,
  -- One that is counted out of may be packed for several orders.
  whole boolean not null
);
create index packed_box_fill on packed_box (fill_id);
create index packed_box_serial on packed_box (gtin, serial) where serial is not null and whole;
create index packed_box_lot on packed_box (lot_number) where lot_number is not null;

-- Lots that a maker or the authority called back: nothing of them is packed or sent.
create table recalled_lot (
  lot_number text not null,
  -- Eleven digits with dashes; empty for a lot of whatever medicine.
  ndc text not null default '',
  reason text not null,
  recalled_at timestamptz not null,
  primary key (lot_number, ndc)
);
