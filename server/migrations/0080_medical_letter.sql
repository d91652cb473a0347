-- Medical letters a doctor issued; the patient may show the latest one, earlier ones stay in the record.
create table medical_letter (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  doctor_id text not null references doctor (id),
  -- The patient's state at the time, in which the doctor is licensed.
  state char(2) not null,
  text_sealed bytea not null,
  issued_at timestamptz not null
);
create index medical_letter_patient on medical_letter (patient_id, issued_at desc, id desc);
