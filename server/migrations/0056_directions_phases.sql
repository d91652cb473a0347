-- Directions are a schedule: each phase holds from its day until the next one's.
alter table directions_change
  -- The first day they hold; null: the day they were made.
  add column begins_on date,
  -- A prescriber changed them again before their day came, so they never hold.
  add column replaced_at timestamptz,
  -- Of one with a day of its own: that day came, its charges follow it, and the patient was told.
  add column begun_at timestamptz;
create unique index directions_change_day on directions_change (patient_id, product_id, begins_on)
  where replaced_at is null and begins_on is not null;
create index directions_change_begins on directions_change (begins_on) where begun_at is null and replaced_at is null;

-- How fast what the patient has is used until the other one begins; null: as before. More than its label only once they agree.
alter table treatment_change
  add column until_pace text check (until_pace in ('double', 'label', 'three_quarters', 'two_thirds', 'half', 'third')),
  add constraint treatment_change_until_pace_check_words check (until_pace is null or until = 'directions');
