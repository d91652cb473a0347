-- What a person of the practice asks of somebody, or reminds themself of. A kind is a value of `kind` (`contract/care/task-kinds.ts`).

create table task (
  id uuid primary key,
  kind text not null,
  -- Null: it is about no patient.
  patient_id uuid references patient (id),
  order_id uuid references customer_order (id),
  conversation_id uuid references conversation (id),
  -- `staff:<id>` or `key:<id>`, and the role in which it was asked.
  asker text not null,
  asker_role text not null,
  asker_member_id uuid references staff_member (id),
  -- Whom it waits for: a role, or one of its people. Once it is answered, whoever asked.
  role text not null,
  member_id uuid references staff_member (id),
  words_sealed bytea not null,
  -- The order waits for the answer.
  holds boolean not null,
  opened_at timestamptz not null,
  -- From when on it is in the inbox.
  waits_since timestamptz not null,
  due_on date,
  -- The end of the day by which somebody was there to see to it.
  due_at timestamptz,
  answered_at timestamptz,
  answered_by text,
  -- The role that was asked, which goes on seeing its answer.
  answered_role text,
  answer_sealed bytea,
  ended_at timestamptz,
  ended_by text,
  outcome text check (outcome in ('done', 'answered', 'dropped')),
  note_sealed bytea,
  check ((due_on is null) = (due_at is null)),
  check (patient_id is not null or (order_id is null and conversation_id is null)),
  check (order_id is not null or not holds),
  check ((answered_at is null) = (answered_by is null) and (answered_at is null) = (answer_sealed is null)
    and (answered_at is null) = (answered_role is null)),
  check ((ended_at is null) = (ended_by is null) and (ended_at is null) = (outcome is null))
);
create index task_waiting on task (role, waits_since, id) where ended_at is null;
create index task_due on task (role, due_at) where ended_at is null and due_at is not null;
create index task_patient on task (patient_id, opened_at);
create index task_asked on task (asker, id) where ended_at is null;
create index task_holding on task (order_id) where holds and answered_at is null and ended_at is null;

create trigger task_opened_work after insert on task for each statement execute function signal_work();
create trigger task_changed_work after update on task
  for each row when (
    old.role <> new.role or old.member_id is distinct from new.member_id or old.waits_since <> new.waits_since
    or old.answered_at is distinct from new.answered_at or old.ended_at is distinct from new.ended_at
  ) execute function signal_work();

-- That an order waits for an answer is on home.
call follow_changes('task', 'treatment', 'insert or update', condition => 'new.holds');
