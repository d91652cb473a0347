-- Somebody whose death is reported isn't written to with everybody on a list.

alter table list_action_patient
  drop constraint list_action_patient_outcome_check,
  add constraint list_action_patient_outcome_check check (
    outcome in ('done', 'closed', 'death_reported', 'restricted', 'merged', 'no_conversation', 'conversation_closed')
  );
