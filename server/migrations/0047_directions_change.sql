-- A prescriber changes how a medicine is used: other directions, and how fast a box is used by them. From its day on, boxes last as its pace says.
create table directions_change (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  prescription_id uuid not null references prescription (id),
  -- A pace holds for all boxes of a product, whichever prescription they were filled by.
  product_id text not null,
  pace text not null check (pace in ('label', 'three_quarters', 'two_thirds', 'half', 'third')),
  doctor_id text not null references doctor (id),
  directions_sealed bytea not null,
  -- What the patient was to do before; null where the medicine is prescribed anew.
  former_sealed bytea,
  -- Why, for the practice; null where the medicine is prescribed anew.
  reason_sealed bytea,
  made_at timestamptz not null
);
create index directions_change_patient on directions_change (patient_id, product_id, made_at);
create index directions_change_prescription on directions_change (prescription_id);
call follow_changes('directions_change', 'treatment', 'insert');
