-- Contact data that the practice changes because the patient asked for it.

alter table patient_request alter column subscription_id drop not null;
alter table patient_request drop constraint patient_request_action_check;
alter table patient_request add constraint patient_request_action_check
  check (action in ('cancel', 'pause', 'resume', 'contact'));
alter table patient_request add constraint patient_request_subject check ((action = 'contact') = (subscription_id is null));
-- Of contact data: which fields were changed, and what they were before.
alter table patient_request add column changes_sealed bytea;

-- A change of the e-mail that the practice asked for: the address it had then, and the code with which whoever reads that mailbox can stop it. Null in a change
-- the patient asked for with the password.
alter table email_change add column previous_email citext;
alter table email_change add column stop_hash bytea;
alter table email_change add column asked_at timestamptz;
alter table email_change add column stopped_at timestamptz;
alter table email_change add constraint email_change_asked
  check ((previous_email is null) = (stop_hash is null) and (previous_email is null) = (asked_at is null));
create unique index email_change_stop on email_change (stop_hash) where stop_hash is not null;

-- A phone number may be the account's and the shipping address's, each of which changes by itself.
alter table patient_search_term add column source text not null default 'account' check (source in ('account', 'shipping'));
alter table patient_search_term drop constraint patient_search_term_pkey;
alter table patient_search_term add primary key (term_hash, patient_id, source);
