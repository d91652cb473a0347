-- A report is the first thing on home until it is dismissed or acknowledged, so creating and acknowledging it are changes as well.
create constraint trigger emergency_report_insert after insert on emergency_report
  deferrable initially deferred for each row when (new.conversation_id is not null) execute function note_emergency_report();
create constraint trigger emergency_report_acknowledged after update of acknowledged_at on emergency_report
  deferrable initially deferred for each row
  when (new.conversation_id is not null and old.acknowledged_at is distinct from new.acknowledged_at)
  execute function note_emergency_report();
