-- What a follow-up, an invitation or a saved code takes off one later order. Used by that order in its own transaction, and released
-- when the order comes to nothing.
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

-- What an order's discount came from: null for a coupon, whose code the patient entered, and without a discount.
alter table customer_order add column discount_source text check (discount_source in ('followup', 'referral', 'friend', 'promo'));

-- The price before tax the patient was notified of; an automatic charge costs no more than that.
alter table prescription_order add column told_cents integer check (told_cents >= 0);

-- The gateway's fingerprint of the card itself, whoever put it on file; null where the gateway gives none.
alter table payment_source add column fingerprint text;

-- A reward is recorded when the friend's order is paid, but granted on a first of the month, so that no day reveals who ordered.
-- A waiting reward is on no screen, and reporting its change would reveal it.
drop trigger referral_reward_insert on referral_reward;
alter table referral_reward
  add column due_on date,
  add column given_at timestamptz;
update referral_reward set due_on = earned_at::date, given_at = earned_at;
alter table referral_reward alter column due_on set not null;
create index referral_reward_waiting on referral_reward (due_on, id) where given_at is null;
create constraint trigger referral_reward_given after insert or update on referral_reward deferrable initially deferred
  for each row when (new.given_at is not null) execute function note_referral_reward();

-- The use of a code saved for a later order is counted when it is saved.
alter table coupon_use alter column order_id drop not null;

create function note_earned_discount() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'order', new.order_id);
  return null;
end $$;
create constraint trigger earned_discount_changed after insert or update on earned_discount
  deferrable initially deferred for each row execute function note_earned_discount();
