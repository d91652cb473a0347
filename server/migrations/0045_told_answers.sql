-- What a patient told the practice of their health, by phone for example, and somebody of the practice wrote into the health answers.
create table told_answers (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  source text not null check (source in ('phone', 'in_person', 'doctors_letter')),
  teller text not null check (teller in ('patient', 'other')),
  told_on date not null,
  -- How whoever told it showed that it is about this patient.
  caller_proved text not null
    check (caller_proved in ('birthday_and_address', 'birthday_and_phone', 'birthday_and_email', 'photo_id', 'letterhead')),
  -- What was said, for the practice.
  note_sealed bytea,
  actor text not null,
  recorded_at timestamptz not null
);
create index told_answers_patient on told_answers (patient_id);
-- Null: the patient gave the answer.
alter table health_answer add column told_id uuid references told_answers (id);
alter table health_answers_version add column told_id uuid references told_answers (id);
