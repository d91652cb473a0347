-- Who of the practice may read whose record, and what the practice notes in it for itself.

-- Why, and until when: because it is their work, or because they gave a reason.
create table staff_record_access (
  id uuid primary key,
  member_id uuid not null references staff_member (id),
  patient_id uuid not null references patient (id),
  -- `work`, `treating`, or the reason the person chose.
  ground text not null,
  -- The reason in their words.
  words_sealed bytea,
  opened_at timestamptz not null,
  ends_at timestamptz not null
);
create index staff_record_access_member on staff_record_access (member_id, patient_id, ends_at);
-- Of work only the last time is kept: each access is in the audit with its ground.
create unique index staff_record_access_work on staff_record_access (member_id, patient_id) where ground in ('work', 'treating');

-- Copies made of a record, and for whom: each is in the audit with this row.
create table record_copy (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- `staff:<id>` or `key:<id>`.
  actor text not null,
  recipient text not null,
  -- Who asked for it and why, in the words of whoever made it.
  words_sealed bytea not null,
  made_at timestamptz not null
);
create index record_copy_patient on record_copy (patient_id, made_at);

-- Append-only: a correction is another note; a withdrawn one stays, and nobody is shown its text.
create table staff_note (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- `staff:<id>` or `key:<id>`.
  actor text not null,
  text_sealed bytea not null,
  written_at timestamptz not null,
  withdrawn_at timestamptz
);
create index staff_note_patient on staff_note (patient_id, written_at, id);

create function reject_note_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'withdrawn_at') is distinct from (to_jsonb(old) - 'withdrawn_at') or old.withdrawn_at is not null then
    raise exception 'a note of the staff can only be withdrawn';
  end if;
  return new;
end $$;
create trigger staff_note_append_only before update on staff_note for each row execute function reject_note_change();
