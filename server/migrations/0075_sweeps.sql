-- For the jobs that run each minute: paid carts whose confirmation was lost, plans whose settled money had no effect yet.
create index customer_order_cart_paid on customer_order (updated_at) where kind = 'cart' and status = 'paid';
create index care_case_unsettled on care_case (decided_at) where status = 'approved' and settled_at is null;
