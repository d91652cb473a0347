-- What was written leads home until it is put aside or a person has taken care of it: both move the screens, as its coming does.
create constraint trigger emergency_report_insert after insert on emergency_report
  deferrable initially deferred for each row when (new.conversation_id is not null) execute function note_emergency_report();
create constraint trigger emergency_report_acknowledged after update of acknowledged_at on emergency_report
  deferrable initially deferred for each row
  when (new.conversation_id is not null and old.acknowledged_at is distinct from new.acknowledged_at)
  execute function note_emergency_report();
