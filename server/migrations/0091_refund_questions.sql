-- Questions about an order that wait for an answer: what its refund waits for is looked up with each list of orders.
create index task_about_order on task (order_id) where kind = 'question' and answered_at is null and ended_at is null;
