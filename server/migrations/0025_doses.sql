-- The patient's own log of doses: the days they picked for a medicine, and what they noted of each.

create table dose_schedule (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  product_id text not null,
  -- The days of the week, and the hour of the reminder or none.
  days_sealed bytea not null,
  -- The first day that counts, in the patient's time zone.
  first_day date not null,
  -- When the next reminder is mailed; null: none is.
  remind_at timestamptz,
  updated_at timestamptz not null,
  unique (patient_id, product_id)
);
create index dose_schedule_due on dose_schedule (remind_at) where remind_at is not null;
-- A reminder that moves on to the next day changes nothing the patient sees.
call follow_changes('dose_schedule', 'wellbeing', 'insert or delete');
call follow_changes('dose_schedule', 'wellbeing', 'update of days_sealed');

create table dose (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  product_id text not null,
  -- In the patient's time zone.
  day date not null,
  -- Done or skipped.
  status_sealed bytea not null,
  noted_at timestamptz not null,
  unique (patient_id, product_id, day)
);
call follow_changes('dose', 'wellbeing', 'insert or update or delete');
