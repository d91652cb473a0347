-- What a doctor prescribed instead of something the patient gets. While it waits for the patient, nothing of its subscription is charged.
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
  -- Screening rules the doctor overrode, separated by spaces.
  despite text not null default '',
  directions_sealed bytea,
  note_sealed bytea,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'waiting') = (decided_at is null))
);
create unique index treatment_change_waiting on treatment_change (subscription_id) where status = 'waiting';
create index treatment_change_patient on treatment_change (patient_id, created_at desc);

-- What a subscription provides since a treatment change, in the columns of an order line, as of the day of the change.
create table changed_line (
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

-- A subscription is one line of the order that began it, whatever it provides later.
alter table subscription
  add column line smallint,
  -- Discontinued since: its product is not prescribed anymore and the patient has agreed to no replacement, so nothing of it is charged.
  add column stopped_on date;
update subscription s set line = l.line from order_line l where l.order_id = s.order_id and l.product_id = s.product_id;
alter table subscription drop constraint subscription_order_id_product_id_key;
alter table subscription add constraint subscription_order_line unique (order_id, line);

-- The product that was ordered; null while it is planned.
alter table prescription_order add column product_id text;
update prescription_order o set product_id = s.product_id from subscription s
  where s.id = o.subscription_id and o.order_id is not null;

-- The doctor prescribed something else instead: what was paid before is still sent.
alter table prescription add column replaced_at timestamptz;
-- A renewal request for a replaced prescription needs no answer.
alter table renewal_request drop constraint renewal_request_status_check;
alter table renewal_request add constraint renewal_request_status_check
  check (status in ('open', 'approved', 'declined', 'replaced'));

create function note_treatment_change() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'treatment', new.id);
  return null;
end $$;
create constraint trigger treatment_change_changed after insert or update on treatment_change
  deferrable initially deferred for each row execute function note_treatment_change();
