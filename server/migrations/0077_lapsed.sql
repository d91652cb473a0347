-- `lapsed`: the authorization expired before anybody decided; the patient is asked to confirm the order again.
alter table care_case drop constraint care_case_status_check;
alter table care_case add constraint care_case_status_check
  check (status in ('submitted', 'accepted', 'approved', 'declined', 'lapsed'));
