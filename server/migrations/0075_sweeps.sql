-- What the jobs of each minute look for: a paid cart nobody was told of, a plan whose money was settled and nothing followed.
create index customer_order_cart_paid on customer_order (updated_at) where kind = 'cart' and status = 'paid';
create index care_case_unsettled on care_case (decided_at) where status = 'approved' and settled_at is null;
