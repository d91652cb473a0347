-- The order that used the discount of this prescription order: an owed first order, or a charge that failed or was paid. The discount is used
-- while a planned or paid prescription order has it.
alter table prescription_order add column discount_order_id uuid references customer_order (id);
update prescription_order o set discount_order_id = s.order_id
  from subscription s join customer_order began on began.id = s.order_id
  where s.id = o.subscription_id and o.discount_cents > 0 and began.status in ('failed', 'voided', 'cancelled')
    and (o.status = 'scheduled' or (o.order_id is not null and o.order_id <> s.order_id));
create index prescription_order_discount on prescription_order (discount_order_id) where discount_order_id is not null;

-- The prescription a cart line's fill was consumed from, and is returned to.
alter table order_line add column prescription_id uuid references prescription (id);

-- A friend's first order that earns no reward, and why: decided once.
create table referral_refusal (
  friend_id uuid primary key references patient (id),
  order_id uuid not null references customer_order (id),
  reason text not null,
  refused_at timestamptz not null
);
create index onboarding_referred on onboarding (patient_id) where used_referral_code is not null;
