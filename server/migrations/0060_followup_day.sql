-- The day a prescriber wants to hear from a patient again: a treatment review is sent on it by itself, in place of the one the practice's interval makes due.
alter table care_case add column followup_on date;
alter table care_case add column followup_doctor_id text references doctor (id);
-- When the patient was asked on that day. The day stays until they answer, so that one who doesn't is seen.
alter table care_case add column followup_asked_at timestamptz;
alter table care_case add constraint care_case_followup_day check (
  (followup_on is null) = (followup_doctor_id is null) and (followup_asked_at is null or followup_on is not null));
create index care_case_followup_day on care_case (followup_on) where followup_on is not null;

-- A patient who was asked on the day and answered has come: a doctor reads it, and may set another day.
create function note_followup_answered() returns trigger language plpgsql as $$
begin
  update care_case set followup_on = null, followup_doctor_id = null, followup_asked_at = null
  where patient_id = new.patient_id and followup_asked_at is not null;
  return null;
end $$;
create trigger followup_answered after update of awaiting_doctor_since on followup
  for each row when (old.awaiting_doctor_since is null and new.awaiting_doctor_since is not null)
  execute function note_followup_answered();

-- What waits for the practice changes with it.
create trigger case_followup_day after update of followup_on, followup_asked_at on care_case
  for each row when (old.followup_on is distinct from new.followup_on or old.followup_asked_at is distinct from new.followup_asked_at)
  execute function signal_work();
