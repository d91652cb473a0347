-- A prescriber lets a medicine rest for some days, such as for surgery. Of a box nothing is used on those days; what is charged and sent follows from that.
create table medicine_rest (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  prescription_id uuid not null references prescription (id),
  -- It holds for all boxes of a product, whichever prescription they were filled by.
  product_id text not null,
  -- What rests because it may not be taken without another medicine rests with that one.
  along_with uuid references medicine_rest (id),
  doctor_id text not null references doctor (id),
  from_on date not null,
  -- The first day it is used again; the day a prescriber ended the rest, where that came first.
  until_on date not null check (until_on >= from_on),
  reason_sealed bytea not null,
  made_at timestamptz not null,
  -- The patient was told on the day it began, and on the day it was over; whoever begins or ends it today tells them.
  begin_noticed_at timestamptz,
  end_noticed_at timestamptz
);
create index medicine_rest_patient on medicine_rest (patient_id, product_id, made_at);
create index medicine_rest_prescription on medicine_rest (prescription_id);
create index medicine_rest_begins on medicine_rest (from_on) where begin_noticed_at is null;
create index medicine_rest_ends on medicine_rest (until_on) where end_noticed_at is null;
create index medicine_rest_along on medicine_rest (along_with) where along_with is not null;
call follow_changes('medicine_rest', 'treatment', 'insert or update');
