-- Text by a patient that suggests an emergency: advice is shown to the patient until dismissed, and it is first in the practice's lists until
-- somebody acknowledges it.

create table emergency_report (
  id uuid primary key,
  -- Null: the contact form was used without signing in.
  patient_id uuid references patient (id),
  -- Where it was written. `cancellation`: the reason given for cancelling a subscription.
  source text not null check (source in ('message', 'followup', 'health', 'contact', 'cancellation')),
  conversation_id uuid references conversation (id),
  followup_id uuid references followup (id),
  -- The sign, what was shown, what was written.
  report_sealed bytea not null,
  reported_at timestamptz not null,
  -- The patient dismissed what was shown in the conversation.
  dismissed_at timestamptz,
  -- Somebody of the practice has taken care of it.
  acknowledged_at timestamptz,
  -- A clinician has decided that it is over; until then it is shown wherever the patient is shown.
  closed_at timestamptz,
  -- How often it was mailed to who is on call, and when it is mailed next unless somebody acknowledges it.
  mailed int not null default 1,
  mail_at timestamptz not null,
  check (closed_at is null or acknowledged_at is not null),
  check ((source = 'message') = (conversation_id is not null)),
  check ((source = 'followup') = (followup_id is not null)),
  check (patient_id is not null or source = 'contact')
);
create index emergency_report_open on emergency_report (reported_at, id) where acknowledged_at is null;
create index emergency_report_unclosed on emergency_report (reported_at, id) where closed_at is null;
create index emergency_report_mail on emergency_report (mail_at) where acknowledged_at is null;
create index emergency_report_patient on emergency_report (patient_id, reported_at);
create index emergency_report_shown on emergency_report (conversation_id, reported_at) where dismissed_at is null;
create index emergency_report_followup on emergency_report (followup_id) where followup_id is not null;

-- A report is the first thing on home until it is dismissed or acknowledged, on all of the patient's devices.
create function note_emergency_report() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'conversation', new.conversation_id);
  return null;
end $$;
create constraint trigger emergency_report_insert after insert on emergency_report
  deferrable initially deferred for each row when (new.conversation_id is not null) execute function note_emergency_report();
create constraint trigger emergency_report_dismissed after update of dismissed_at on emergency_report
  deferrable initially deferred for each row
  when (new.conversation_id is not null and old.dismissed_at is distinct from new.dismissed_at)
  execute function note_emergency_report();
create constraint trigger emergency_report_closed after update of closed_at on emergency_report
  deferrable initially deferred for each row
  when (new.conversation_id is not null and old.closed_at is distinct from new.closed_at)
  execute function note_emergency_report();

-- What the practice did about an emergency.
create table emergency_action (
  id uuid primary key,
  report_id uuid not null references emergency_report (id),
  kind text not null check (kind in ('acknowledged', 'call', 'closed')),
  -- The person or key, as in the audit; `system` for what follows from something else.
  actor text not null,
  at timestamptz not null,
  -- The note, whom a call reached, the outcome.
  action_sealed bytea not null
);
create index emergency_action_report on emergency_action (report_id, at);
