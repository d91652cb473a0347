-- E-mails subscribed to the newsletter, encrypted; looked up by their digest.
create table mailing_list (
  email_hash bytea primary key,
  email_sealed bytea not null,
  firstname text,
  created_at timestamptz not null
);

create index one_time_token_session on one_time_token (session_id);
create index recovery_code_patient on recovery_code (patient_id);
create index email_change_patient on email_change (patient_id);
