-- The patient's screens show whether charges are stopped, so a dispute that opens, is decided or has its charges resumed is a change.
create function note_dispute() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'treatment', new.id);
  return null;
end $$;
create constraint trigger dispute_insert after insert on dispute
  deferrable initially deferred for each row execute function note_dispute();
create constraint trigger dispute_update after update on dispute
  deferrable initially deferred for each row
  when ((old.status, old.charges_resumed_at) is distinct from (new.status, new.charges_resumed_at))
  execute function note_dispute();
