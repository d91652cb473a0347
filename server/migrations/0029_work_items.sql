-- What waits for a person of the practice because of something a patient told, and that no other table waits for by itself. A kind is a value of `kind`.

create table work_item (
  id uuid primary key,
  -- `answers`, `words`, `document`, `rules`.
  kind text not null,
  -- Null: it is about no patient.
  patient_id uuid references patient (id),
  -- What it is about, where that is one thing of several: a document.
  ref_id uuid,
  -- Whose it is: one of the scopes.
  scope text not null,
  -- What happened, newest last.
  content_sealed bytea not null,
  -- Counts what was added while it waited, so that nobody closes what they have not seen.
  version int not null default 1 check (version > 0),
  -- Products that are neither sent nor charged until it is closed, as prescribed before `held_at`: what is prescribed later was prescribed knowing of it.
  holds text[] not null default '{}',
  held_at timestamptz,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  due_at timestamptz not null,
  closed_at timestamptz,
  -- `staff:<id>` or `key:<id>`.
  closed_by text,
  outcome text check (outcome in ('no_change', 'contacted', 'changed', 'referred')),
  note_sealed bytea,
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (outcome is null)),
  check ((holds = '{}') = (held_at is null))
);
-- What is told before anybody looked joins what waits already.
create unique index work_item_once on work_item (patient_id, kind, coalesce(ref_id, patient_id)) where closed_at is null;
create index work_item_waiting on work_item (due_at, id) where closed_at is null;
create index work_item_patient on work_item (patient_id, opened_at);

create trigger work_item_opened_work after insert on work_item for each statement execute function signal_work();
create trigger work_item_changed_work after update of version, closed_at on work_item
  for each row when (old.version <> new.version or old.closed_at is distinct from new.closed_at) execute function signal_work();

-- What waits for it, and that somebody has looked, is on home.
call follow_changes('work_item', 'treatment', 'insert or update');
