-- Whose a conversation is, what one side of the practice handed to the other, and the signal that tells open desks of it.

create table staff_assignment (
  conversation_id uuid primary key references conversation (id),
  patient_id uuid not null references patient (id),
  member_id uuid not null references staff_member,
  assigned_at timestamptz not null,
  -- `staff:<id>` or `key:<id>`.
  assigned_by text not null
);
create index staff_assignment_member on staff_assignment (member_id);

-- An assignment lasts until nobody waits any more: answered, handed over or closed, by whichever code does it.
create function end_assignment() returns trigger language plpgsql as $$
begin
  delete from staff_assignment where conversation_id = new.id;
  return null;
end $$;
create trigger conversation_answered after update of waiting_since, closed_at on conversation
  for each row when (
    (old.waiting_since is not null and new.waiting_since is null) or (old.closed_at is null and new.closed_at is not null)
  ) execute function end_assignment();

-- Nor does it outlast what lets its person answer: somebody who left, or has a role less, has nothing assigned that others would leave to them.
create function end_assignments_of_member() returns trigger language plpgsql as $$
begin
  delete from staff_assignment where member_id = new.id;
  return null;
end $$;
create trigger staff_member_answers_less after update of roles, doctor_id, disabled_at on staff_member
  for each row when (
    not old.roles <@ new.roles or old.doctor_id is distinct from new.doctor_id or (old.disabled_at is null and new.disabled_at is not null)
  ) execute function end_assignments_of_member();

-- A question that one conversation handed to the patient's other one, to be answered there.
create table conversation_handover (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  from_id uuid not null references conversation (id),
  -- Handed over is what was written up to this `seq`.
  handed_seq integer not null,
  -- The sentences that tell the patient, in either conversation. The second one stands for the question: an answer that had not seen it answers
  -- something else.
  from_seq integer not null,
  to_id uuid not null references conversation (id),
  to_seq integer not null,
  -- Since when the patient waits for an answer to it.
  waiting_since timestamptz not null,
  note_sealed bytea not null,
  -- `staff:<id>` or `key:<id>`.
  handed_by text not null,
  handed_at timestamptz not null,
  unique (from_id, from_seq),
  unique (to_id, to_seq)
);
create index conversation_handover_patient on conversation_handover (patient_id);

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
