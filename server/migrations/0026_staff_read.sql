-- How far the practice has read a conversation, for the patient who waits; moves forward only.
alter table conversation
  add column staff_read_seq integer not null default 0 check (staff_read_seq <= last_seq);

drop trigger conversation_update on conversation;
call follow_changes('conversation', 'conversation', 'update', condition =>
  'old.last_seq = new.last_seq and (old.read_seq, old.staff_read_seq, old.needs_reply, old.closed_at)
    is distinct from (new.read_seq, new.staff_read_seq, new.needs_reply, new.closed_at)');
