-- Orders: what a patient agreed to pay for, where it goes, and what became of it. The database itself keeps three promises: an order makes only
-- allowed transitions, what was agreed never changes, and its lines add up to its totals. Coupons and earned discounts are here because an order
-- uses them in its own transaction.

-- Street lines, names and phone are encrypted; state and zip code stay readable for tax and routing.
create table shipping_address (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  lines_sealed bytea not null,
  city text not null,
  state char(2) not null,
  zipcode text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index shipping_address_default on shipping_address (patient_id) where is_default;
create index shipping_address_patient on shipping_address (patient_id);
call follow_changes('shipping_address', 'user', 'insert or update or delete');

-- The transitions an order may make, as in server/orders/order-status.ts; a test compares the two.
create table order_transition (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into order_transition (from_status, to_status) values
  ('pending', 'authorizing'), ('pending', 'cancelled'),
  ('authorizing', 'unknown'), ('authorizing', 'authorized'), ('authorizing', 'paid'), ('authorizing', 'failed'),
  ('authorizing', 'voided'), ('authorizing', 'mismatch'),
  ('unknown', 'authorized'), ('unknown', 'paid'), ('unknown', 'failed'), ('unknown', 'voided'), ('unknown', 'mismatch'),
  ('authorized', 'paid'), ('authorized', 'voided'), ('authorized', 'mismatch'),
  -- A person decides: the captured amount pays the order, or all of it is given back.
  ('mismatch', 'paid'), ('mismatch', 'voided'),
  ('paid', 'shipped'), ('paid', 'refunded'),
  ('shipped', 'delivered'), ('shipped', 'refunded'),
  ('delivered', 'refunded'),
  -- A parcel came back, perhaps after it was said to be delivered: its order waits for the pharmacy again, or for its other parcels.
  ('shipped', 'paid'), ('delivered', 'paid'), ('delivered', 'shipped');

create sequence order_number start 10001;

create table customer_order (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  kind text not null check (kind in ('onboarding', 'cart', 'renewal', 'upsell')),
  -- Assigned when the order becomes real (authorized or paid).
  number text unique,
  -- `mismatch`: the gateway authorized or captured another amount or currency than the order's; a person has to look at it.
  status text not null check (status in ('pending', 'authorizing', 'unknown', 'authorized', 'paid', 'shipped', 'delivered',
    'voided', 'failed', 'cancelled', 'refunded', 'mismatch')),
  idempotency_key text,
  subtotal_cents integer not null check (subtotal_cents >= 0),
  discount_cents integer not null check (discount_cents >= 0 and discount_cents <= subtotal_cents),
  tax_cents integer not null check (tax_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  total_cents integer not null,
  currency char(3) not null default 'usd',
  coupon_code text,
  -- What the discount came from; null for a coupon, whose code the patient entered, and without a discount.
  discount_source text check (discount_source in ('followup', 'referral', 'friend', 'promo')),
  shipping_address_sealed bytea not null,
  shipping_state char(2) not null,
  terms_version text not null,
  decline_code text,
  placed_at timestamptz not null,
  updated_at timestamptz not null,
  constraint order_total check (total_cents = subtotal_cents - discount_cents + tax_cents + shipping_cents),
  unique (patient_id, idempotency_key)
);
create index customer_order_patient on customer_order (patient_id, placed_at desc);
-- At most one live onboarding order per patient: a second one can only follow a failed or voided one.
create unique index customer_order_onboarding on customer_order (patient_id)
  where kind = 'onboarding' and status not in ('failed', 'voided', 'cancelled');
-- For the jobs: charges without a known outcome, paid carts whose confirmation was lost, and orders to be sent or under way, by how long they have
-- waited.
create index customer_order_unsettled on customer_order (updated_at) where status in ('authorizing', 'unknown');
create index customer_order_cart_paid on customer_order (updated_at) where kind = 'cart' and status = 'paid';
-- For the clinic's lists, oldest first.
create index customer_order_waiting on customer_order (status, placed_at, id) where status in ('authorized', 'paid', 'shipped', 'mismatch');
create index customer_order_under_way on customer_order (status, updated_at) where status in ('paid', 'shipped');

create function refuse_order_move() returns trigger language plpgsql as $$
begin
  if not exists (select from order_transition where from_status = old.status and to_status = new.status) then
    raise exception 'order % cannot move from % to %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger order_moves before update of status on customer_order
  for each row when (old.status is distinct from new.status) execute function refuse_order_move();

-- What the patient agreed to cannot change: prices, tax, discount, terms.
create function refuse_order_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps what was agreed' using errcode = 'check_violation';
end $$;
create trigger order_snapshot before update on customer_order for each row
  when ((old.patient_id, old.kind, old.subtotal_cents, old.discount_cents, old.tax_cents, old.shipping_cents, old.total_cents,
    old.currency, old.coupon_code, old.terms_version, old.placed_at)
    is distinct from (new.patient_id, new.kind, new.subtotal_cents, new.discount_cents, new.tax_cents, new.shipping_cents,
    new.total_cents, new.currency, new.coupon_code, new.terms_version, new.placed_at))
  execute function refuse_order_rewrite();
call follow_changes('customer_order', 'order', 'insert or update');

-- Names and facts of the product as of the day of the order.
create table order_line (
  order_id uuid not null references customer_order (id),
  line smallint not null,
  product_id text not null,
  pricing_id text not null,
  name text not null,
  dosage text not null,
  image text not null,
  -- Whether the product needs a prescription.
  prescription boolean not null,
  tax_category text not null,
  -- Whether an HSA or FSA pays for it.
  hsa text not null,
  -- How long one of `quantity` lasts.
  days_supply smallint not null,
  months smallint not null,
  -- Refills that come with the product unless the doctor prescribes another number.
  refills smallint not null,
  quantity smallint not null check (quantity between 1 and 12),
  unit_price_cents integer not null check (unit_price_cents >= 0),
  discount_cents integer not null check (discount_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  -- The line is not sent after all.
  cancelled_at timestamptz,
  -- The prescription a cart line's fill was consumed from, and is returned to. Its foreign key is with the prescriptions.
  prescription_id uuid,
  primary key (order_id, line)
);
-- A line may be cancelled, and loses its prescription when the prescription itself is erased; everything else stays as it was ordered.
create trigger order_line_snapshot before update on order_line for each row
  when (
    (to_jsonb(old) - 'cancelled_at' - 'prescription_id') is distinct from (to_jsonb(new) - 'cancelled_at' - 'prescription_id')
    or (new.prescription_id is not null and new.prescription_id is distinct from old.prescription_id)
  )
  execute function refuse_order_rewrite();

-- An order's lines must add up to its totals when its transaction commits; the tax on shipping is in no line.
create function order_lines_add_up() returns trigger language plpgsql as $$
begin
  if not exists (
    select from customer_order o join order_line l on l.order_id = o.id where o.id = new.order_id group by o.id
    having sum(l.unit_price_cents * l.quantity) = o.subtotal_cents and sum(l.discount_cents) = o.discount_cents
      and sum(l.tax_cents) <= o.tax_cents
  ) then
    raise exception 'the lines of order % do not add up to it', new.order_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger order_lines_add_up after insert on order_line
  deferrable initially deferred for each row execute function order_lines_add_up();

create table order_event (
  id uuid primary key,
  order_id uuid not null references customer_order (id),
  event text not null,
  detail text,
  at timestamptz not null,
  -- Each event (paid, approved …) happens once per order.
  unique (order_id, event)
);

-- Events and parcels are part of their order.
create function note_part_of_order() returns trigger language plpgsql as $$
begin
  perform note_change(patient_id, 'order', id) from customer_order where id = new.order_id;
  return null;
end $$;
create constraint trigger order_event_changed after insert on order_event
  deferrable initially deferred for each row execute function note_part_of_order();

-- Uses of a code, without released ones, for codes that may be used a limited number of times by all patients together.
create table coupon_counter (
  code text primary key,
  used integer not null default 0
);

create table coupon_use (
  code text not null,
  patient_id uuid not null references patient (id),
  -- Null: the code was saved for a later order; such a use is counted when the code is saved.
  order_id uuid references customer_order (id),
  at timestamptz not null,
  -- The order came to nothing, and the patient may use the code again.
  released_at timestamptz
);
create unique index coupon_use_once on coupon_use (code, patient_id) where released_at is null;
create index coupon_use_order on coupon_use (order_id);

-- What a follow-up, an invitation or a saved code takes off one later order. Used by that order in its own transaction, and released when the
-- order comes to nothing.
create table earned_discount (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  source text not null check (source in ('followup', 'referral', 'friend', 'promo')),
  -- Id of the follow-up or friend, the invitation's code, or the saved code: each is rewarded once.
  source_id text not null,
  code text not null,
  percent smallint check (percent between 1 and 100),
  amount_cents integer check (amount_cents > 0),
  earned_at timestamptz not null,
  order_id uuid references customer_order (id),
  used_at timestamptz,
  unique (patient_id, source, source_id),
  check ((percent is null) <> (amount_cents is null)),
  check ((order_id is null) = (used_at is null))
);
create index earned_discount_waiting on earned_discount (patient_id, earned_at) where order_id is null;
create unique index earned_discount_order on earned_discount (order_id) where order_id is not null;

create function note_earned_discount() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'order', new.order_id);
  return null;
end $$;
create constraint trigger earned_discount_changed after insert or update on earned_discount
  deferrable initially deferred for each row execute function note_earned_discount();
