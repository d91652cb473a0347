-- Portraits the practice uploaded for its doctors; the bytes are in the file store under `storage_key`. A row is never changed: another picture is another
-- row with another id, which is part of its address, so that browsers may keep each one.

create table doctor_portrait (
  id uuid primary key,
  storage_key text not null unique,
  size int not null check (size > 0),
  sha256 text not null,
  uploaded_at timestamptz not null
);

-- Shown in place of `profile_url`, which stays as the content or the card says, and is back once this is null.
alter table doctor add column portrait_id uuid references doctor_portrait (id);
