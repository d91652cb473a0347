-- Two records of one person become one account (decision 103): who was asked, who has agreed, what the sign-ins were before, and whether it was undone.

create table record_merge (
  id uuid primary key,
  -- Whose account goes on, and whose is closed. The record of the second stays where it is.
  surviving_id uuid not null references patient (id),
  retired_id uuid not null references patient (id),
  asked_at timestamptz not null,
  -- `staff:<id>` or `key:<id>`.
  asked_by text not null,
  -- Until when the mailed links can be answered.
  open_until timestamptz not null,
  -- Whoever reads that account's mailbox says that both are theirs.
  surviving_confirmed_at timestamptz,
  retired_confirmed_at timestamptz,
  -- Which account's e-mail and password go on, as it was chosen last.
  keeps text check (keeps in ('surviving', 'retired')),
  withdrawn_at timestamptz,
  -- `patient:<id>` where a mailbox said no.
  withdrawn_by text,
  merged_at timestamptz,
  undone_at timestamptz,
  undone_by text,
  undo_reason_sealed bytea,
  -- Of both accounts before the merge, until it is undone.
  sign_ins_sealed bytea,
  -- Keyed, of the e-mail that signs in no more: whoever tries it learns to use the other one.
  dismissed_digest bytea,
  -- Those the merge closed.
  conversation_ids uuid[] not null default '{}',
  check (surviving_id <> retired_id),
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check (merged_at is null or (surviving_confirmed_at is not null and retired_confirmed_at is not null and keeps is not null)),
  check (merged_at is null or withdrawn_at is null),
  check (undone_at is null or merged_at is not null),
  check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undo_reason_sealed is null)),
  check ((dismissed_digest is null) = (merged_at is null or undone_at is not null)),
  check (merged_at is not null or sign_ins_sealed is null)
);
create unique index record_merge_retired on record_merge (retired_id) where merged_at is not null and undone_at is null;
create index record_merge_surviving on record_merge (surviving_id);
create index record_merge_of_retired on record_merge (retired_id);
create index record_merge_dismissed on record_merge (dismissed_digest) where dismissed_digest is not null;

alter table single_use_link drop constraint single_use_link_purpose_check;
alter table single_use_link add constraint single_use_link_purpose_check check (
  purpose in ('password_recovery', 'email_change', 'email_change_stop', 'session_handoff', 'staff_invitation', 'staff_recovery', 'record_merge')
);

-- Of the retired record, with the surviving one as its object.
call clinic_event_of('account.merged', 'record_merge', 'update of merged_at', 'patient',
  'old.merged_at is null and new.merged_at is not null', object => 'surviving_id', patient => 'retired_id');
call clinic_event_of('account.unmerged', 'record_merge', 'update of undone_at', 'patient',
  'old.undone_at is null and new.undone_at is not null', object => 'surviving_id', patient => 'retired_id');
