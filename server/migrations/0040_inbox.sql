-- Open desks are told of every change that opens or settles something in the inbox (`server/inbox/registry.ts` names the tables), whoever makes it and by
-- whichever code. What `0027_staff_work.sql` tells of is left out here.

create trigger emergency_closed_work after update of closed_at on emergency_report
  for each row when (old.closed_at is distinct from new.closed_at) execute function signal_work();

create trigger case_work after update of status, followup_sent_at on care_case
  for each row when (old.status <> new.status or old.followup_sent_at is distinct from new.followup_sent_at) execute function signal_work();
create trigger renewal_work after update of status on renewal_request
  for each row when (old.status <> new.status) execute function signal_work();
create trigger upsell_work after update of status on upsell_request
  for each row when (old.status <> new.status) execute function signal_work();
create trigger followup_work after update of awaiting_doctor_since, closed_at on followup
  for each row when (old.awaiting_doctor_since is distinct from new.awaiting_doctor_since or old.closed_at is distinct from new.closed_at)
  execute function signal_work();
create trigger treatment_change_made_work after insert on treatment_change for each statement execute function signal_work();
create trigger treatment_change_work after update of status on treatment_change
  for each row when (old.status <> new.status) execute function signal_work();
create trigger patient_payment_work after update of failed_transaction_reason on patient
  for each row when ((old.failed_transaction_reason is null) <> (new.failed_transaction_reason is null)) execute function signal_work();

create trigger identity_work after update of identity_status on onboarding
  for each row when (old.identity_status <> new.identity_status) execute function signal_work();
create trigger contact_message_work after insert or update of answered_at on contact_message for each statement execute function signal_work();

create trigger order_work after update of status on customer_order
  for each row when (old.status <> new.status) execute function signal_work();
create trigger order_line_work after update of cancelled_at on order_line
  for each row when (old.cancelled_at is distinct from new.cancelled_at) execute function signal_work();
create trigger shipment_sent_work after insert on shipment for each statement execute function signal_work();
create trigger shipment_returned_work after update of returned_at on shipment
  for each row when (old.returned_at is distinct from new.returned_at) execute function signal_work();
create trigger prescription_made_work after insert on prescription for each statement execute function signal_work();
create trigger prescription_work after update of status, on_hold_at, discontinued_at, stopped_at on prescription
  for each row when (
    old.status <> new.status or old.on_hold_at is distinct from new.on_hold_at or old.discontinued_at is distinct from new.discontinued_at
    or old.stopped_at is distinct from new.stopped_at
  ) execute function signal_work();
create trigger charge_work after update of failed_on, status on prescription_order
  for each row when (old.failed_on is distinct from new.failed_on or (new.failed_on is not null and old.status <> new.status))
  execute function signal_work();
create trigger subscription_work after update of status on subscription
  for each row when ((old.status = 'past_due') <> (new.status = 'past_due')) execute function signal_work();
create trigger dispute_work after update of status on dispute
  for each row when (old.status <> new.status) execute function signal_work();

-- Charges that are past due are those of these few subscriptions.
create index subscription_past_due on subscription (id) where status = 'past_due';
