-- What was entered for the wrong patient: hidden once the patient says that it isn't theirs, withdrawn once the practice agrees. What was written stays sealed
-- in its row for the audit and is shown to nobody.

alter table message
  -- The patient says that it isn't theirs; null again once the practice has found that it is.
  add reported_at timestamptz,
  -- Meant for another patient.
  add withdrawn_at timestamptz,
  -- `staff:<id>` or `key:<id>`.
  add withdrawn_by text,
  -- The message in which the right patient was sent the same. No foreign key: that patient may be erased first.
  add moved_to_id uuid,
  add constraint message_misfiled check (
    (withdrawn_at is null) = (withdrawn_by is null)
    and (withdrawn_at is not null or moved_to_id is null)
    and (role in ('doctor', 'patient_services') or (reported_at is null and withdrawn_at is null))
  );

alter table staff_note
  -- Withdrawn because it was about another patient.
  add wrong_patient boolean not null default false,
  -- The same note in the right patient's record. No foreign key, as above.
  add moved_to_id uuid,
  add constraint staff_note_wrong_patient check (
    (withdrawn_at is not null or not wrong_patient) and (wrong_patient or moved_to_id is null)
  );

create or replace function reject_note_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'withdrawn_at' - 'wrong_patient' - 'moved_to_id')
      is distinct from (to_jsonb(old) - 'withdrawn_at' - 'wrong_patient' - 'moved_to_id') or old.withdrawn_at is not null then
    raise exception 'a note of the staff can only be withdrawn';
  end if;
  return new;
end $$;

-- The message that a patient says isn't theirs.
alter table task add message_id uuid references message (id);
create index task_message on task (message_id) where message_id is not null;

-- The notification of such a message goes.
call follow_changes('notification', 'notification', 'delete');
