-- An upsell offered to a patient; an open one can be accepted or denied, once.
create table upsell (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  product_id text not null,
  pricing_id text not null,
  triggered_from text not null,
  coupon_code text,
  status text not null check (status in ('open', 'accepted', 'denied')),
  -- The order it is being bought with while open, or was bought with once accepted; also null for one added to a visit.
  order_id uuid references customer_order (id),
  offered_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'open') = (decided_at is null))
);
create unique index upsell_open on upsell (patient_id, product_id) where status = 'open';
create index upsell_patient on upsell (patient_id, offered_at desc);
create index upsell_order on upsell (order_id) where order_id is not null;

-- An upsell a patient in care requested: the doctor decides before the money is captured.
create table addition (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  order_id uuid not null unique references customer_order (id),
  -- `lapsed`: the authorization expired before anybody decided.
  status text not null check (status in ('open', 'approved', 'declined', 'lapsed')),
  doctor_id text references doctor (id),
  note_sealed bytea,
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- When the effects of its order were applied.
  settled_at timestamptz,
  check ((status = 'open') = (decided_at is null))
);
create index addition_patient on addition (patient_id);
create index addition_waiting on addition (requested_at, id) where status = 'open';
create index addition_unsettled on addition (order_id) where status = 'approved' and settled_at is null;

create function note_upsell() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'offer', new.id);
  return null;
end $$;
create constraint trigger upsell_changed after insert or update on upsell
  deferrable initially deferred for each row execute function note_upsell();
create function note_addition() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'treatment', new.id);
  return null;
end $$;
create constraint trigger addition_changed after insert or update on addition
  deferrable initially deferred for each row execute function note_addition();
