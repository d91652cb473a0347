-- Each week's look at unusual accesses of people of the practice to records: what was found, and what a person said of each.

create table access_review (
  -- The Monday it begins on.
  week_on date primary key,
  -- Null: nothing was found.
  task_id uuid references task (id),
  made_at timestamptz not null
);

create table access_finding (
  id uuid primary key,
  week_on date not null references access_review (week_on),
  task_id uuid not null references task (id),
  member_id uuid not null references staff_member (id),
  patient_id uuid not null references patient (id),
  reasons text[] not null check (cardinality(reasons) > 0),
  accesses integer not null check (accesses > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  outcome text check (outcome in ('explained', 'talk', 'incident')),
  note_sealed bytea,
  judged_at timestamptz,
  judged_by text,
  -- The incident that was logged.
  incident_id uuid references task (id),
  unique (week_on, member_id, patient_id),
  check ((outcome is null) = (note_sealed is null) and (outcome is null) = (judged_at is null) and (outcome is null) = (judged_by is null)),
  -- Nobody judges what they opened themself.
  check (judged_by is distinct from 'staff:' || member_id),
  check (incident_id is null or outcome = 'incident')
);
create index access_finding_task on access_finding (task_id);
create index access_finding_patient on access_finding (patient_id);
