-- A talk with the pharmacist that a patient asks for or declines is a task of the kind `counseling`, one open at a time of an order.

alter table task
  drop constraint task_outcome_check,
  add constraint task_outcome_check
    check (outcome in ('done', 'answered', 'dropped', 'talked', 'declined', 'not_reached'));
create unique index task_counseling_open on task (order_id) where kind = 'counseling' and ended_at is null;
create index task_counseling on task (order_id, opened_at) where kind = 'counseling';

-- What came of it is on the page of its order.
drop trigger task_insert on task;
call follow_changes('task', 'treatment', 'insert or update', condition => 'new.holds or new.kind = ''counseling''');
