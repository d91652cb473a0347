-- What waits for the practice and was in no list, or not in the log: follow-ups to send, renewals and upsells to decide.

-- When the patient was first sent a follow-up after this decision. A column, so that the few who are due are found among all who were ever approved.
alter table care_case add column followup_sent_at timestamptz;
update care_case set followup_sent_at = (
  select min(sent_at) from followup where followup.patient_id = care_case.patient_id and followup.sent_at >= care_case.decided_at
) where status = 'approved';
create index care_case_followup_due on care_case (decided_at, id) where status = 'approved' and followup_sent_at is null;

create function note_followup_sent() returns trigger language plpgsql as $$
begin
  update care_case set followup_sent_at = new.sent_at
  where patient_id = new.patient_id and status = 'approved' and followup_sent_at is null;
  return null;
end $$;
create trigger followup_sent after insert on followup for each row execute function note_followup_sent();

call clinic_event_of('renewal.requested', 'renewal_request', 'insert', 'renewal');
call clinic_event_of('upsell.requested', 'upsell_request', 'insert', 'upsell', 'new.status = ''open''');
