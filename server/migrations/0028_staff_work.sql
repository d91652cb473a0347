-- Who of the practice works on what, and what they have written and not sent.

create table staff_claim (
  kind text not null,
  object_id uuid not null,
  member_id uuid not null references staff_member,
  claimed_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (kind, object_id)
);

create table staff_draft (
  id uuid primary key,
  member_id uuid not null references staff_member,
  kind text not null,
  object_id uuid not null,
  text_sealed bytea not null,
  updated_at timestamptz not null,
  unique (member_id, kind, object_id)
);
