-- Notifies the nodes when a sandbox webhook to deliver commits, so that they need not poll for it.
create function tell_sandbox_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('sandbox_event', '');
  return null;
end $$;
create trigger sandbox_event_told after insert on sandbox.event
  for each statement execute function tell_sandbox_event();
