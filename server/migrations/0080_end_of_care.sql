-- The practice ends a patient's care on a day, with notice: an entry of the log says why, and what is charged or ordered asks the patient's row.

alter table patient
  -- From this day on nothing is charged or ordered. Null again once the notice was taken back.
  add column care_ends_on date,
  -- The day has come, and the subscriptions have ended with it.
  add column care_ended_at timestamptz,
  add constraint patient_care_ended check (care_ended_at is null or care_ends_on is not null);
create index patient_care_ends on patient (care_ends_on) where care_ends_on is not null and care_ended_at is null;
