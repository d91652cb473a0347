-- A webhook of the sandbox to deliver is told to the nodes' couriers when it commits, so that they need not keep asking for one.
create function tell_sandbox_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('sandbox_event', '');
  return null;
end $$;
create trigger sandbox_event_told after insert on sandbox.event
  for each statement execute function tell_sandbox_event();
