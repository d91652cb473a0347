-- What a patient told in words that cannot wait: shown to her until she puts it aside, at the front of the practice's lists until
-- somebody acknowledges it. Sealed: the sign, what was shown, what was written.
create table emergency_report (
  id uuid primary key,
  -- Null: whoever wrote by the contact form was not signed in.
  patient_id uuid references patient (id),
  source text not null check (source in ('message', 'followup', 'health', 'contact')),
  conversation_id uuid references conversation (id),
  followup_id uuid references followup (id),
  told_sealed bytea not null,
  told_at timestamptz not null,
  -- The patient has put aside what was shown in the conversation.
  dismissed_at timestamptz,
  -- Somebody of the practice has taken care of it.
  acknowledged_at timestamptz,
  check ((source = 'message') = (conversation_id is not null)),
  check ((source = 'followup') = (followup_id is not null)),
  check (patient_id is not null or source = 'contact')
);
create index emergency_report_open on emergency_report (told_at, id) where acknowledged_at is null;
create index emergency_report_patient on emergency_report (patient_id, told_at);
create index emergency_report_shown on emergency_report (conversation_id, told_at) where dismissed_at is null;
create index emergency_report_followup on emergency_report (followup_id) where followup_id is not null;

-- Put aside on one device, it goes from the others.
create function note_emergency_report() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'conversation', new.conversation_id);
  return null;
end $$;
create constraint trigger emergency_report_dismissed after update of dismissed_at on emergency_report
  deferrable initially deferred for each row
  when (new.conversation_id is not null and old.dismissed_at is distinct from new.dismissed_at)
  execute function note_emergency_report();
