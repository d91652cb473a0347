-- A helper may set the hours of a patient's reminders (decision 141).

alter table helper drop constraint helper_parts_check;
alter table helper add constraint helper_parts_check
  check (cardinality(parts) > 0 and parts <@ array['orders', 'messages', 'documents', 'reminders']);

-- The helper who set its reminder last; null: the patient.
alter table dose_schedule add column helper_id uuid references helper (id);
create index dose_schedule_helper on dose_schedule (helper_id) where helper_id is not null;
