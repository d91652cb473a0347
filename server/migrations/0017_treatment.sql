-- Treatment: what a patient gets regularly (subscriptions), each supply of it with its charge (prescription orders), and what doctors change.

create table subscription (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- The order that began it; `order_line` is its line there, whatever the subscription provides later.
  order_id uuid not null references customer_order (id),
  order_line smallint,
  product_id text not null,
  pricing_id text not null,
  price_cents integer not null,
  quantity smallint not null check (quantity between 1 and 12),
  -- It is charged every so many days: as long as everything one charge brings lasts.
  days_supply smallint not null,
  status text not null check (status in ('pending', 'active', 'paused', 'past_due', 'cancelled')),
  created_at timestamptz not null,
  started_at timestamptz,
  -- The first day the first box may be ordered, where the doctor wants the medicine to begin later than its plan was approved.
  orderable_from date,
  -- A pause: since when, the day it ends, and the day the next prescription order was planned for before.
  paused_at timestamptz,
  paused_until date,
  charge_on_before_pause date,
  -- The one offer made before cancelling was accepted.
  cancel_offer_accepted_at timestamptz,
  cancelled_at timestamptz,
  -- Why the patient cancelled, if they said so.
  cancel_reason_sealed bytea,
  -- Discontinued since: its product is not prescribed anymore and the patient has agreed to no replacement, so nothing of it is charged.
  discontinued_on date,
  constraint subscription_order_line unique (order_id, order_line),
  constraint subscription_days_supply check (days_supply > 0)
);
create index subscription_patient on subscription (patient_id);
create index subscription_paused on subscription (paused_until) where status = 'paused';
call follow_changes('subscription', 'treatment', 'insert or update');

-- What a subscription provides since a treatment change, in the columns of an order line, as of the day of the change.
create table changed_subscription_line (
  subscription_id uuid primary key references subscription (id),
  product_id text not null,
  pricing_id text not null,
  name text not null,
  dosage text not null,
  image text not null,
  prescription boolean not null,
  tax_category text not null,
  hsa text not null,
  months smallint not null,
  days_supply smallint not null,
  refills smallint not null
);

-- One supply of a subscription; the first comes with the order that began it. The scheduled one says when the patient is charged next. A failed
-- charge puts its prescription order back to `scheduled`, past due since `failed_on`.
create table prescription_order (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  subscription_id uuid not null references subscription (id),
  -- Number within the subscription.
  period smallint not null check (period >= 1),
  -- For `ordered`, the order has the further status.
  status text not null check (status in ('scheduled', 'ordered', 'skipped', 'cancelled')),
  order_id uuid references customer_order (id),
  -- How often it was put on an order: part of the idempotency key of the next one.
  order_attempts smallint not null default 0,
  -- The product that was ordered; null while it is planned.
  product_id text,
  -- The prescription its fill was consumed from.
  prescription_id uuid references prescription (id),
  -- Requested by the patient while the subscription is paused or over: nothing follows it.
  one_off boolean not null default false,
  amount_cents integer not null check (amount_cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  -- The order that used its discount: an owed first order, or a charge that failed or was paid. The discount is used while a planned or paid
  -- prescription order has it.
  discount_order_id uuid references customer_order (id),
  -- The price before tax the patient was notified of; an automatic charge costs no more than that.
  notified_cents integer check (notified_cents >= 0),
  charge_on date not null,
  -- Not charged before this day, by the patient's choice: the one before was skipped or cancelled, or the subscription paused.
  earliest_charge_on date,
  -- The day the patient was reminded of `charge_on`.
  reminded_on date,
  -- Since when it waits for the doctor to renew its prescription.
  held_back_from date,
  failed_on date,
  attempts smallint not null default 0,
  -- Null when no further attempt is planned.
  retry_on date,
  -- When the effects of its order were applied; those of a visit's order are applied by the doctor's decision.
  completed_at timestamptz,
  -- The first one after a change of the treatment. `now`: it is sent on its day, whatever is left at home of what it replaces. Either way nothing of
  -- that is used any more once this one has arrived.
  begins text check (begins in ('now', 'on_arrival')),
  created_at timestamptz not null,
  unique (subscription_id, period),
  check ((status <> 'ordered' or order_id is not null) and (status not in ('scheduled', 'skipped') or order_id is null))
);
create index prescription_order_patient on prescription_order (patient_id);
create index prescription_order_order on prescription_order (order_id);
create index prescription_order_discount on prescription_order (discount_order_id) where discount_order_id is not null;
-- What the billing engine looks for each minute: charges to remind of, charges already reminded of, retries, and renewal orders not processed yet.
-- Each index holds little besides what waits, so that no plan ever scans the whole table.
create index prescription_order_to_remind on prescription_order (charge_on)
  where status = 'scheduled' and failed_on is null and held_back_from is null and reminded_on is null;
create index prescription_order_to_charge on prescription_order (charge_on)
  where status = 'scheduled' and failed_on is null and held_back_from is null and reminded_on is not null;
create index prescription_order_retry on prescription_order (retry_on) where retry_on is not null;
-- For the clinic's list of what is past due.
create index prescription_order_past_due on prescription_order (failed_on, id) where failed_on is not null;
create index prescription_order_unsettled on prescription_order (created_at) where status = 'ordered' and completed_at is null;
call follow_changes('prescription_order', 'treatment', 'insert or update', object => 'subscription_id');

-- What a doctor prescribed instead of something the patient gets. While it waits for the patient, what they take is what `until` says.
create table treatment_change (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  subscription_id uuid not null references subscription (id),
  followup_id uuid references followup (id),
  doctor_id text not null references doctor (id),
  -- `withdrawn`: the doctor changed it again, or the subscription ended, before the patient decided.
  status text not null check (status in ('waiting', 'agreed', 'refused', 'withdrawn')),
  from_product_id text not null,
  from_pricing_id text not null,
  from_price_cents integer not null check (from_price_cents >= 0),
  to_product_id text not null,
  to_pricing_id text not null,
  to_price_cents integer not null check (to_price_cents >= 0),
  refills smallint not null check (refills >= 0),
  -- `now`: charged and sent once the patient agrees · `when_box_ends`: with the next order.
  begins text not null default 'when_box_ends' check (begins in ('now', 'when_box_ends')),
  -- What the patient does with what they have until the other one begins; for `directions`, in the doctor's words.
  until text not null default 'go_on' check (until in ('go_on', 'stop', 'directions')),
  until_directions_sealed bytea check ((until_directions_sealed is null) = (until <> 'directions')),
  -- The prescription it replaces; null where nothing of it was prescribed.
  from_prescription_id uuid references prescription (id),
  -- Screening rules the doctor overrode, separated by spaces.
  overridden_rules text not null default '',
  directions_sealed bytea,
  note_sealed bytea,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'waiting') = (decided_at is null))
);
create unique index treatment_change_waiting on treatment_change (subscription_id) where status = 'waiting';
create index treatment_change_unanswered on treatment_change (created_at, id) where status = 'waiting';
create index treatment_change_prescription on treatment_change (from_prescription_id);
create index treatment_change_patient on treatment_change (patient_id, created_at desc);

create function note_treatment_change() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'treatment', new.id);
  return null;
end $$;
create constraint trigger treatment_change_changed after insert or update on treatment_change
  deferrable initially deferred for each row execute function note_treatment_change();

-- What the practice did with a subscription because the patient asked for it: how and when they asked, and who of the practice did it.
create table patient_request (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  subscription_id uuid not null references subscription (id),
  action text not null check (action in ('cancel', 'pause', 'resume')),
  channel text not null check (channel in ('phone', 'message', 'email', 'letter', 'in_person')),
  asked_on date not null,
  note_sealed bytea,
  -- `staff:<id>` or `key:<id>`.
  actor text not null,
  done_at timestamptz not null
);
create index patient_request_patient on patient_request (patient_id, done_at);
