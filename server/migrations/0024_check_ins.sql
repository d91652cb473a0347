-- How the patient feels: a check-in once a week on the symptoms that bothered them most at the start. Optional.

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
