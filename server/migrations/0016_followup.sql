-- Follow-ups: the questions the practice asks a few weeks into treatment, the answers, and the discount for completing one.

-- The codes of this deployment, created once; the practice sends one with a follow-up.
create table followup_code (
  code text primary key,
  -- Position among the codes.
  position smallint not null unique,
  percent smallint not null check (percent between 1 and 100)
);

-- A follow-up the practice sent.
create table followup (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  status text not null check (status in ('SENT', 'CLAIMED', 'COMPLETED')),
  -- The patient's follow-ups in order, numbered under the patient's follow-up lock: two nodes' clocks may differ.
  sequence_number smallint not null check (sequence_number > 0),
  code text references followup_code (code),
  -- The symptoms it asks about, the earlier answers about them, and its questions.
  scope_sealed bytea not null,
  -- How many of the emergencies reported in it the patient has read the advice on, counted from the first.
  emergencies_read smallint not null default 0 check (emergencies_read >= 0),
  rating smallint check (rating between 1 and 10),
  sent_at timestamptz not null,
  claimed_at timestamptz,
  completed_at timestamptz,
  -- Since when a doctor should read it: it was completed, or an emergency was reported in it.
  awaiting_doctor_since timestamptz,
  -- A doctor has read it.
  closed_at timestamptz,
  doctor_id text references doctor (id),
  check ((status = 'SENT') = (claimed_at is null)),
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check (completed_at is null or awaiting_doctor_since is not null),
  unique (patient_id, sequence_number)
);
create unique index followup_open on followup (patient_id) where status <> 'COMPLETED';
create index followup_unread on followup (awaiting_doctor_since, id) where awaiting_doctor_since is not null and closed_at is null;

create function note_followup() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'followup', new.id);
  return null;
end $$;
create constraint trigger followup_changed after insert or update on followup
  deferrable initially deferred for each row execute function note_followup();

-- A plan whose patient was sent a follow-up is no longer due for one.
create function note_followup_sent() returns trigger language plpgsql as $$
begin
  update care_case set followup_sent_at = new.sent_at
  where patient_id = new.patient_id and status = 'approved' and followup_sent_at is null;
  return null;
end $$;
create trigger followup_sent after insert on followup for each row execute function note_followup_sent();

-- Every answer ever given; the latest of a question counts. Which question it answers is encrypted, too: some are asked only after a certain
-- answer.
create table followup_answer (
  id uuid primary key,
  followup_id uuid not null references followup (id),
  patient_id uuid not null references patient (id),
  -- Order within the follow-up, numbered under the patient's follow-up lock.
  seq integer not null check (seq >= 0),
  content_version text not null,
  value_sealed bytea not null,
  answered_at timestamptz not null,
  unique (followup_id, seq)
);
create index followup_answer_patient on followup_answer (patient_id);
