alter table onboarding
  -- Step 1.5 was asked in this visit: it stays open to go back to.
  add column asked_details boolean not null default false,
  -- An answer raised a clarification, so step 3.1 is open.
  add column clarifies boolean not null default false,
  add column shipping_id uuid,
  -- Set before her card is asked, so that a crash on the way is finished by a job.
  add column paying_since timestamptz,
  -- The key and the order that finished the visit.
  add column finish_key text,
  add column order_id uuid references customer_order (id);
create index onboarding_paying on onboarding (paying_since) where status = 'PENDING' and paying_since is not null;

-- Every visit is opened with what is known of where she came from.
alter table onboarding alter column tracking drop default;
