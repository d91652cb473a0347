-- Lists of patients: those kept under a name, and what was done for everybody who was on one at a press.

create table saved_list (
  id uuid primary key,
  -- `staff:<id>` or `key:<id>`.
  owner text not null,
  -- Everybody of the role reads it; null: its owner alone.
  role text,
  name_sealed bytea not null,
  -- What the patients on it have in common.
  filters_sealed bytea not null,
  saved_at timestamptz not null
);
create index saved_list_owner on saved_list (owner);
create index saved_list_role on saved_list (role) where role is not null;

create table list_action (
  id uuid primary key,
  kind text not null check (kind in ('task', 'message')),
  -- `staff:<id>` or `key:<id>`, and the person.
  actor text not null,
  member_id uuid references staff_member (id),
  -- What is asked, of whom, or written.
  content_sealed bytea not null,
  begun_at timestamptz not null,
  ended_at timestamptz
);
create index list_action_actor on list_action (actor, begun_at desc, id desc);

-- Who was on the list, and what came of it.
create table list_action_patient (
  action_id uuid not null references list_action (id),
  patient_id uuid not null references patient (id),
  -- Null: it's their turn yet.
  outcome text check (outcome in ('done', 'closed', 'restricted', 'merged', 'no_conversation', 'conversation_closed')),
  settled_at timestamptz,
  primary key (action_id, patient_id),
  check ((outcome is null) = (settled_at is null))
);
create index list_action_patient_of on list_action_patient (patient_id);
create index list_action_patient_open on list_action_patient (action_id) where outcome is null;

-- What lists look for.
create index prescription_of_product on prescription (product_id, patient_id) where status = 'active';
create index conversation_awaits_reply on conversation (patient_id) where needs_reply;
