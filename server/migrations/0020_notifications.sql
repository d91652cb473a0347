-- Notifications for the panel at the bell, and which mails a patient wants.

-- A message's notification has a preview of its text.
create table notification (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  kind text not null check (kind in ('message', 'order', 'subscription', 'payment', 'treatment', 'document', 'account', 'offer')),
  -- Title and description.
  text_sealed bytea not null,
  href text,
  conversation_id uuid,
  seq integer,
  -- Notifications with the same key are one.
  dedupe_key text unique,
  created_at timestamptz not null,
  read_at timestamptz,
  foreign key (conversation_id, seq) references message (conversation_id, seq),
  check ((kind = 'message') = (conversation_id is not null))
);
create index notification_patient on notification (patient_id, created_at desc, id desc);
create index notification_unread on notification (patient_id) where read_at is null;
create index notification_message on notification (conversation_id, seq) where read_at is null;
call follow_changes('notification', 'notification', 'insert');

-- Marking many notifications as read is one change without an object: thousands would otherwise be reported one by one.
create function note_read() returns trigger language plpgsql as $$
begin
  if current_setting('changes.told_read', true) is distinct from new.patient_id::text then
    perform set_config('changes.told_read', new.patient_id::text, true);
    perform note_change(new.patient_id, 'notification', null);
  end if;
  return null;
end $$;
create constraint trigger notification_read after update on notification
  deferrable initially deferred for each row when (old.read_at is distinct from new.read_at) execute function note_read();

-- Optional mails the patient wants, besides mandatory ones; without a row: all of them.
create table notification_preference (
  patient_id uuid primary key references patient (id),
  message_mails boolean not null,
  update_mails boolean not null,
  updated_at timestamptz not null
);
call follow_changes('notification_preference', 'user', 'insert or update', object => 'patient_id');
