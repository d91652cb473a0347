-- Copies of a patient's mails to a helper, and reminders a helper sets (decision 141).

alter table helper add column copies text[] not null default '{}';
-- The helper themself wants none; what the patient chose stays.
alter table helper add column copies_stopped_at timestamptz;
-- Each within a part that was shared.
alter table helper add constraint helper_copies check (
  copies <@ array['charges', 'payments', 'packages', 'messages', 'documents']
  and (not copies && array['charges', 'payments', 'packages'] or 'orders' = any (parts))
  and (not 'messages' = any (copies) or 'messages' = any (parts))
  and (not 'documents' = any (copies) or 'documents' = any (parts))
);

-- The helper a copy of a mail went to; null: it went to the patient.
alter table patient_mail add column helper_id uuid references helper (id);
create index patient_mail_helper on patient_mail (helper_id) where helper_id is not null;
