-- What people of the practice log is a task of the kind `log`; `log_kind` is an entry of `content/log.yaml`, and outlives it.

alter table task
  add column log_kind text,
  -- What its kind has as fields.
  add column fields_sealed bytea,
  -- It stands on the patient's chart until somebody ends it, and waits for nobody.
  add column on_chart boolean not null default false,
  -- Which outcome of its kind.
  add column log_outcome text,
  drop constraint task_outcome_check,
  add constraint task_outcome_check
    check (outcome in ('done', 'answered', 'dropped', 'talked', 'declined', 'not_reached', 'settled')),
  add constraint task_log_check check (
    (kind = 'log') = (log_kind is not null) and (log_kind is null) = (fields_sealed is null)
    and (log_kind is not null or not on_chart) and (patient_id is not null or not on_chart)
    and (log_outcome is null or outcome = 'settled') and (log_kind is not null or outcome <> 'settled')
  );

create index task_log on task (opened_at, id) where kind = 'log';
create index task_log_kind on task (log_kind, opened_at, id) where kind = 'log';
create index task_log_patient on task (patient_id, opened_at, id) where kind = 'log';
create index task_chart on task (patient_id) where on_chart and ended_at is null;
drop index task_waiting;
create index task_waiting on task (role, waits_since, id) where ended_at is null and not on_chart;

-- What came of what a patient asked for is on their screens.
drop trigger task_insert on task;
call follow_changes('task', 'treatment', 'insert or update',
  condition => 'new.holds or new.kind = ''counseling'' or new.asker like ''patient:%''');
