-- Ids the patient had at the gateway before, of customers that were deleted there: charges made under them are found by these.
alter table payment_customer add column former_ids text[] not null default '{}';

-- The bank won't have this card charged again: without its holder it isn't. Null once a charge of it went through.
alter table payment_source add column refused_at timestamptz;

-- When the bank gives an authorized amount back, as the gateway says; null where it doesn't.
alter table payment_intent add column capture_before timestamptz;

alter table sandbox.intent add column capture_before timestamptz;
-- It was taken off file, and can't be put there again.
alter table sandbox.payment_method add column detached boolean not null default false;
