-- The first day the first box may be ordered, where the doctor wants the medicine to begin later than its plan was approved.
alter table subscription add column orderable_from date;
