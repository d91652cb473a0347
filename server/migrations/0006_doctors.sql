-- The practice's doctors and the states they are licensed in. Each start copies them from the content, except those an administrator edited.

-- Portraits the practice uploaded; the bytes are in the file store under `storage_key`. A row is never changed: another picture is another row with
-- another id, which is part of its address, so that browsers may keep each one.
create table doctor_portrait (
  id uuid primary key,
  storage_key text not null unique,
  size int not null check (size > 0),
  sha256 text not null,
  uploaded_at timestamptz not null
);

create table doctor (
  id text primary key,
  firstname text not null,
  lastname text not null,
  credentials text not null,
  bio text not null,
  profile_url text not null,
  -- Shown in place of `profile_url`, which stays as the content or the card says, and is back once this is null.
  portrait_id uuid references doctor_portrait (id),
  npi text not null,
  -- The doctor whose card the visit shows.
  fixed boolean not null default false,
  -- False once the content no longer names the doctor, or an administrator removed them.
  active boolean not null default true,
  -- False for a doctor who takes no new patients; those they have stay.
  accepts_patients boolean not null default true,
  -- The first and the last day of an absence, planned or under way: meanwhile nobody new is matched with them.
  away_from date,
  away_until date,
  -- Who covers wherever they are licensed; elsewhere, and where it is null, somebody else who is.
  covered_by text references doctor (id),
  -- When an administrator added or changed the doctor: from then on the content does not overwrite the row.
  edited_at timestamptz,
  check ((away_from is null) = (away_until is null) and away_from <= away_until)
);

create table doctor_license (
  doctor_id text not null references doctor (id),
  state char(2) not null,
  valid_until date,
  primary key (doctor_id, state)
);
create index doctor_license_state on doctor_license (state);
