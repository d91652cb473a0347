-- A medicine a doctor suggests to add to a treatment, without the patient having asked for it. Nothing of it is prescribed or charged before the patient
-- agrees; the order of the agreement is an upsell's, so that what follows is what follows any medicine added to a treatment.
create table medicine_suggestion (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  doctor_id text not null references doctor (id),
  -- `agreed`: its order is authorized · `withdrawn`: by a doctor, or because it may not be taken any more.
  status text not null check (status in ('waiting', 'agreed', 'declined', 'withdrawn')),
  product_id text not null,
  pricing_id text not null,
  -- Screening rules the doctor overrode, separated by spaces.
  overridden_rules text not null default '',
  directions_sealed bytea,
  note_sealed bytea not null,
  -- The order that was placed when the patient agreed; another one where its payment failed.
  order_id uuid references customer_order (id),
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'waiting') = (decided_at is null))
);
create unique index medicine_suggestion_waiting on medicine_suggestion (patient_id, product_id) where status = 'waiting';
create index medicine_suggestion_unanswered on medicine_suggestion (created_at, id) where status = 'waiting';
create index medicine_suggestion_order on medicine_suggestion (order_id);
create index medicine_suggestion_patient on medicine_suggestion (patient_id, created_at desc);
call follow_changes('medicine_suggestion', 'treatment', 'insert or update');

create trigger medicine_suggestion_made_work after insert on medicine_suggestion for each statement execute function signal_work();
create trigger medicine_suggestion_work after update of status on medicine_suggestion
  for each row when (old.status <> new.status) execute function signal_work();

alter table warning_override
  drop constraint warning_override_decision_check,
  add constraint warning_override_decision_check check (decision in ('plan', 'renewal', 'upsell', 'change', 'suggestion'));
alter table prescribing_decision
  drop constraint prescribing_decision_decision_check,
  add constraint prescribing_decision_decision_check check (decision in ('plan', 'renewal', 'upsell', 'change', 'suggestion'));
