-- The mail server said that a helper's address takes no mail: the patient reads it, and copies to that address stop. Null: as far as is known it does.
alter table helper add column email_refused_at timestamptz;
