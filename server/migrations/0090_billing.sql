-- The scheduled prescription order says when the patient is charged next; a subscription has no date of its own.
drop index subscription_due;
alter table subscription drop column next_charge_at, drop column paused_until;
alter table subscription
  -- Day of the month it is charged on, so that the 31st survives shorter months.
  add column anchor_day smallint check (anchor_day between 1 and 31),
  -- A pause: the day it ends, and the day the next prescription order was planned for before.
  add column paused_until date,
  add column planned_on date,
  -- The one offer made before cancelling was accepted.
  add column offer_taken_at timestamptz,
  -- Why the patient cancelled, if they said so.
  add column cancel_reason_sealed bytea;

-- A failed charge puts its prescription order back to `scheduled`, owed since `failed_on`; `retry_on` is null when no further attempt is planned.
alter table prescription_order
  add column discount_cents integer not null default 0 check (discount_cents >= 0),
  add column failed_on date,
  add column attempts smallint not null default 0,
  add column retry_on date,
  -- The day the patient was reminded of `charge_on`.
  add column reminded_on date,
  -- Since when it waits for the doctor to renew its prescription.
  add column held_on date,
  -- The prescription its fill was consumed from.
  add column prescription_id uuid references prescription (id),
  -- Requested by the patient while the subscription is paused or over: nothing follows it.
  add column one_off boolean not null default false,
  -- When the effects of its order were applied.
  add column settled_at timestamptz;
alter table prescription_order drop constraint prescription_order_check;
alter table prescription_order add constraint prescription_order_check
  check ((status <> 'ordered' or order_id is not null) and (status not in ('scheduled', 'skipped') or order_id is null));
create index prescription_order_due on prescription_order (charge_on) where status = 'scheduled' and failed_on is null and held_on is null;
create index prescription_order_retry on prescription_order (retry_on) where retry_on is not null;
create index prescription_order_unsettled on prescription_order (order_id) where status = 'ordered' and settled_at is null;
create index subscription_paused on subscription (paused_until) where status = 'paused';
-- Prescription orders of a visit's order are settled by the doctor's decision.
update prescription_order set settled_at = created_at where period = 1;

-- The patient was not present when the card was charged.
alter table payment_intent add column off_session boolean not null default false;

-- No refills are left: the doctor is asked to prescribe it again.
create table renewal_request (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  prescription_id uuid not null references prescription (id),
  status text not null check (status in ('open', 'approved', 'declined')),
  doctor_id text references doctor (id),
  note_sealed bytea,
  requested_at timestamptz not null,
  decided_at timestamptz
);
create unique index renewal_request_open on renewal_request (prescription_id) where status = 'open';
create index renewal_request_patient on renewal_request (patient_id);
create index renewal_request_waiting on renewal_request (requested_at, id) where status = 'open';

-- A patient has one prescription for a product at a time; a renewal replaces the previous one.
alter table prescription drop constraint prescription_care_case_id_product_id_key;
update prescription older set status = 'ended' where status = 'active' and exists (select from prescription newer
  where newer.patient_id = older.patient_id and newer.product_id = older.product_id and newer.status = 'active'
    and (newer.approved_at, newer.id) > (older.approved_at, older.id));
create unique index prescription_active on prescription (patient_id, product_id) where status = 'active';
