-- `withdrawn`: the patient withdrew it before anybody decided.
alter table addition drop constraint addition_status_check;
alter table addition add constraint addition_status_check
  check (status in ('open', 'approved', 'declined', 'lapsed', 'withdrawn'));
