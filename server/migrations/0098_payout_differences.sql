-- A payout that doesn't come to what the gateway says is in it: finance has a task of it, once for an amount. The row goes when a later look agrees.
create table payout_difference (
  payout_id text primary key,
  difference_cents int not null check (difference_cents <> 0),
  task_id uuid not null references task (id)
);
