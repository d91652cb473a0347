-- Letters a doctor issued; the latest one is what she may show, earlier ones stay in the record.
create table medical_letter (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  doctor_id text not null references doctor (id),
  -- The state she was written to as a patient of, where the doctor is licensed.
  state char(2) not null,
  text_sealed bytea not null,
  issued_at timestamptz not null
);
create index medical_letter_patient on medical_letter (patient_id, issued_at desc, id desc);
