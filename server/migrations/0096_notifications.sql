-- Events for the notification panel; a message's notification has a preview of its text.
create table notification (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  kind text not null check (kind in ('message', 'order', 'subscription', 'payment', 'treatment', 'document', 'account', 'offer')),
  -- Encrypted: title and description.
  words_sealed bytea not null,
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

-- Optional mails the patient wants, besides mandatory ones; without a row: all of them.
create table notification_preference (
  patient_id uuid primary key references patient (id),
  message_mails boolean not null,
  update_mails boolean not null,
  updated_at timestamptz not null
);
