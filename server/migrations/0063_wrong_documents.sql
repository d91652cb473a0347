-- Letters and documents that are about another patient, as for messages (0053): hidden once the patient says so, withdrawn once the practice agrees.

alter table medical_letter
  -- The patient says that it isn't theirs; null again once the practice has found that it is.
  add reported_at timestamptz,
  -- Meant for another patient.
  add withdrawn_at timestamptz,
  -- `staff:<id>` or `key:<id>`.
  add withdrawn_by text,
  -- The same letter about the right patient. No foreign key: that patient may be erased first.
  add moved_to_id uuid,
  add constraint medical_letter_misfiled check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is not null or moved_to_id is null)
  );

alter table insurance_document
  add withdrawn_at timestamptz,
  add withdrawn_by text,
  -- The same document of the right patient, which has its file then. No foreign key, as above.
  add moved_to_id uuid,
  alter file_id drop not null,
  add constraint insurance_document_withdrawn check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is not null or moved_to_id is null)
    and (file_id is not null or moved_to_id is not null)
  );

-- The file of a message that was meant for another patient goes with it.
alter table message drop constraint message_check1;
alter table message add constraint message_has_file check (
  (type = 'attachment' or file_id is null) and (type <> 'attachment' or file_id is not null or withdrawn_at is not null)
);

-- The letter that a patient says isn't theirs.
alter table task add letter_id uuid references medical_letter (id);
create index task_letter on task (letter_id) where letter_id is not null;
