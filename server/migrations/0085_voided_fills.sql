-- What was recorded as dispensed and wasn't: the line stays, with who said so, when and why, and counts for nothing.

alter table order_fill
  add column voided_at timestamptz,
  -- As the audit names them, and as they were called then.
  add column voided_by text,
  add column voided_by_name text,
  -- missing: it was never put in.
  add column void_reason text check (void_reason in ('medicine', 'strength', 'count', 'lot', 'missing')),
  add column void_note text,
  -- Where no other row of its line is in a parcel, it waits at the pharmacy again.
  add column void_resends boolean,
  add check ((voided_at is null) = (voided_by is null)),
  add check ((voided_at is null) = (void_reason is null)),
  add check ((voided_at is null) = (void_note is null)),
  add check ((voided_at is null) = (void_resends is null)),
  add check (voided_at is null or parcel is not null);
-- What was in the parcel instead, as far as it's known, is a row of its own.
drop index order_fill_parcel;
create unique index order_fill_parcel on order_fill (order_id, line, parcel) where parcel is not null and voided_at is null;
