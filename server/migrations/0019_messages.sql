-- Messages between a patient and the practice, in up to two conversations.

create table conversation (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  kind text not null check (kind in ('doctor', 'patient_services')),
  -- Counter of the messages' `seq`, raised in the transaction that writes one.
  last_seq integer not null default 0,
  -- How far the patient has read; moves forward only.
  read_seq integer not null default 0 check (read_seq <= last_seq),
  -- Messages not written by the patient: all, and those up to `read_seq`. The difference is unread.
  received_count integer not null default 0,
  received_read_count integer not null default 0 check (received_read_count <= received_count),
  -- How far the practice has read, shown to the patient who waits; moves forward only.
  staff_read_seq integer not null default 0 check (staff_read_seq <= last_seq),
  -- The practice waits for the patient's reply.
  needs_reply boolean not null default false,
  -- Since when the patient waits for the practice's answer.
  waiting_since timestamptz,
  -- Closed by the practice.
  closed_at timestamptz,
  -- When a mail about unread messages is due, and when the last one was sent.
  mail_due_at timestamptz,
  mailed_at timestamptz,
  created_at timestamptz not null,
  unique (patient_id, kind)
);
create index conversation_waiting on conversation (waiting_since, id) where waiting_since is not null;
create index conversation_mail_due on conversation (mail_due_at) where mail_due_at is not null;
call follow_changes('conversation', 'conversation', 'insert');
-- A message's changes to its conversation are reported with the message.
call follow_changes('conversation', 'conversation', 'update', condition =>
  'old.last_seq = new.last_seq and (old.read_seq, old.staff_read_seq, old.needs_reply, old.closed_at)
    is distinct from (new.read_seq, new.staff_read_seq, new.needs_reply, new.closed_at)');

create table message (
  id uuid not null unique,
  conversation_id uuid not null references conversation (id),
  seq integer not null check (seq >= 1),
  patient_id uuid not null references patient (id),
  -- Whose `client_id` it is: `patient:<id>`, `clinic` or `system`.
  author text not null,
  -- The author's own id of the message: sent twice, it is one message.
  client_id text,
  role text not null check (role in ('patient', 'doctor', 'patient_services', 'system')),
  doctor_id text references doctor (id),
  -- The person of the practice who wrote it, and as what: their role may be another one later. Null for patients, the system, and what a practice's own
  -- system sent, which is the doctor's or patient services'.
  member_id uuid,
  writer_role text check (writer_role in ('physician', 'nurse', 'patient_services')),
  -- The patient's doctor then, where somebody else wrote in the conversation with the doctor.
  covered_doctor_id text references doctor (id),
  type text not null check (type in ('text', 'attachment', 'prescription_followup', 'system')),
  text_sealed bytea not null,
  file_id uuid unique references uploaded_file (id),
  needs_reply boolean not null default false,
  action_status text check (action_status in ('PENDING', 'ANSWERED')),
  -- The follow-up it asks for.
  followup_id uuid references followup (id),
  -- Messages not written by the patient, up to and including this one.
  received_count integer not null,
  created_at timestamptz not null,
  primary key (conversation_id, seq),
  unique (author, client_id),
  check ((member_id is null) = (writer_role is null)),
  check ((type = 'attachment') = (file_id is not null)),
  check ((type = 'prescription_followup') = (action_status is not null))
);
create index message_patient on message (patient_id, created_at desc, id desc);
create index message_followup on message (followup_id) where followup_id is not null;
call follow_changes('message', 'message', 'insert or update');

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
