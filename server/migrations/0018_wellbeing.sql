-- How the patient feels: a check-in once a week on the symptoms that bothered them most at the start, and their own log of doses. Both are optional.

-- A patient without a row is offered check-ins.
create table check_in_preference (
  patient_id uuid primary key references patient (id),
  wanted boolean not null,
  updated_at timestamptz not null
);
call follow_changes('check_in_preference', 'wellbeing', 'insert or update', object => 'patient_id');

create table check_in (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- The first day of its week in the practice's time zone, a Sunday.
  week date not null check (extract(dow from week) = 0),
  -- The symptoms as they were named, each with the answer and the one at the start.
  answers_sealed bytea not null,
  content_version text not null,
  -- When it was last answered or changed.
  answered_at timestamptz not null,
  unique (patient_id, week)
);
call follow_changes('check_in', 'wellbeing', 'insert or update');

-- The days the patient picked for a medicine.
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

-- What the patient noted of a day.
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
