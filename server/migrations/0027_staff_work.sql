-- The practice's work: who works on what, what they have written and not sent, whose a conversation is, and the signal that tells open desks of
-- changes.

alter table message add foreign key (member_id) references staff_member (id);

-- What one person works on for now; others leave it to them until it ends.
create table staff_claim (
  kind text not null,
  object_id uuid not null,
  member_id uuid not null references staff_member (id),
  claimed_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (kind, object_id)
);

-- A claim doesn't outlast the role that lets its person do the work: whoever does less now keeps nobody from it.
create function end_claims_of_member() returns trigger language plpgsql as $$
begin
  delete from staff_claim where member_id = new.id;
  return null;
end $$;
create trigger staff_member_does_less after update of roles, doctor_id on staff_member
  for each row when (not old.roles <@ new.roles or old.doctor_id is distinct from new.doctor_id) execute function end_claims_of_member();

-- What a person wrote about something and has not sent.
create table staff_draft (
  id uuid primary key,
  member_id uuid not null references staff_member (id),
  kind text not null,
  object_id uuid not null,
  text_sealed bytea not null,
  updated_at timestamptz not null,
  unique (member_id, kind, object_id)
);

-- Whose a conversation is, until nobody waits any more.
create table staff_assignment (
  conversation_id uuid primary key references conversation (id),
  patient_id uuid not null references patient (id),
  member_id uuid not null references staff_member (id),
  assigned_at timestamptz not null,
  -- `staff:<id>` or `key:<id>`.
  assigned_by text not null
);
create index staff_assignment_member on staff_assignment (member_id);

-- Answered, handed over or closed, by whichever code does it.
create function end_assignment() returns trigger language plpgsql as $$
begin
  delete from staff_assignment where conversation_id = new.id;
  return null;
end $$;
create trigger conversation_answered after update of waiting_since, closed_at on conversation
  for each row when (
    (old.waiting_since is not null and new.waiting_since is null) or (old.closed_at is null and new.closed_at is not null)
  ) execute function end_assignment();

-- Nor does an assignment outlast what lets its person answer: somebody who left, or has a role less, has nothing assigned that others would leave
-- to them.
create function end_assignments_of_member() returns trigger language plpgsql as $$
begin
  delete from staff_assignment where member_id = new.id;
  return null;
end $$;
create trigger staff_member_answers_less after update of roles, doctor_id, disabled_at on staff_member
  for each row when (
    not old.roles <@ new.roles or old.doctor_id is distinct from new.doctor_id or (old.disabled_at is null and new.disabled_at is not null)
  ) execute function end_assignments_of_member();

-- Tells open desks at commit that something to do has changed; what it is they read by the usual calls.
create function signal_work() returns trigger language plpgsql as $$
begin
  perform pg_notify('work_changed', '');
  return null;
end $$;
create trigger message_work after insert on message for each statement execute function signal_work();
create trigger event_work after insert on clinic_event for each statement execute function signal_work();
create trigger claim_work after insert or delete on staff_claim for each statement execute function signal_work();
create trigger claim_taken_work after update on staff_claim
  for each row when (old.member_id <> new.member_id or old.ends_at <= new.claimed_at) execute function signal_work();
create trigger assignment_work after insert or update or delete on staff_assignment for each statement execute function signal_work();
create trigger conversation_work after update of waiting_since, closed_at on conversation
  for each row when (old.waiting_since is distinct from new.waiting_since or old.closed_at is distinct from new.closed_at)
  execute function signal_work();
create trigger emergency_work after update of acknowledged_at on emergency_report for each statement execute function signal_work();
-- An assignment counts only while its person may answer, which their doctor's license and the patient's state decide.
create trigger doctor_license_work after insert or update or delete on doctor_license for each statement execute function signal_work();
create trigger doctor_active_work after update of active on doctor
  for each row when (old.active <> new.active) execute function signal_work();
create trigger patient_moved_work after update of state on patient
  for each row when (old.state is distinct from new.state) execute function signal_work();
