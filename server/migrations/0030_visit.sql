alter table onboarding
  -- Step 1.5 was asked in this visit, so the patient can go back to it.
  add column asked_details boolean not null default false,
  -- An answer raised a clarification, so step 3.1 is open.
  add column clarifies boolean not null default false,
  add column shipping_id uuid,
  -- Set before the card is charged, so that a job finishes the visit after a crash on the way.
  add column paying_since timestamptz,
  -- The key and the order that finished the visit.
  add column finish_key text,
  add column order_id uuid references customer_order (id);
create index onboarding_paying on onboarding (paying_since) where status = 'PENDING' and paying_since is not null;

-- Every visit starts with what is known of where the patient came from.
alter table onboarding alter column tracking drop default;
