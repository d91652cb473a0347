-- A decision that somebody wrote for a prescriber to sign is a task of the kind `prepared`; who prepared what was signed stays with it.

alter table task
  -- Which decision (`contract/care/prepared.ts`), and about what: a renewal, a subscription, a prescription, of a letter its patient.
  add column prepared text,
  add column prepared_ref uuid,
  -- Of the record it was written on.
  add column prepared_revision text,
  drop constraint task_outcome_check,
  add constraint task_outcome_check
    check (outcome in ('done', 'answered', 'dropped', 'talked', 'declined', 'not_reached', 'settled', 'signed')),
  drop constraint task_log_check,
  add constraint task_log_check check (
    (kind = 'log') = (log_kind is not null) and (log_kind is not null or prepared is not null) = (fields_sealed is not null)
    and (log_kind is not null or not on_chart) and (patient_id is not null or not on_chart)
    and (log_outcome is null or outcome = 'settled') and (log_kind is not null or outcome <> 'settled')
  ),
  add constraint task_prepared_check check (
    (kind = 'prepared') = (prepared is not null) and (prepared is null) = (prepared_ref is null)
    and (prepared is null) = (prepared_revision is null) and (prepared is null or patient_id is not null)
    and (prepared is not null or outcome <> 'signed')
  );

-- Of one thing one decision is prepared at a time.
create unique index task_prepared on task (prepared_ref) where prepared is not null and ended_at is null;

-- With what they are, as it was then.
alter table visit_note add column prepared_by text;
alter table medical_letter add column prepared_by text;

-- A document that the practice files (a fax, another doctor's letter): who filed it, from whom it came, and the day it bears. Null: the patient sent it.
alter table insurance_document
  add column filed_by text,
  add column source_sealed bytea,
  add column dated_on date,
  add constraint insurance_document_filed check (
    (filed_by is null) = (source_sealed is null) and (filed_by is not null or dated_on is null)
  );

-- What the patient reads of what was looked at, and who signed it off: with credentials, as they were then; null for a system.
alter table work_item
  add column told_sealed bytea,
  add column signed_by text,
  add constraint work_item_signed_off check (closed_at is not null or (told_sealed is null and signed_by is null));

-- A case, a renewal or an upsell that somebody put aside is a task of the kind `aside`: until its day, or until the patient writes, it isn't in the inbox.
alter table task
  -- A case, a renewal or an upsell.
  add column aside_ref uuid,
  -- It comes back once the patient writes to the doctor.
  add column aside_for_answer boolean not null default false,
  add constraint task_aside_check check (
    (kind = 'aside') = (aside_ref is not null) and (aside_ref is null or patient_id is not null)
    and (aside_ref is not null or not aside_for_answer)
  );
create unique index task_aside on task (aside_ref) where aside_ref is not null and ended_at is null;
