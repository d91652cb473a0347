-- What the account pages keep besides the patient: subscriptions to the newsletter and the billing address.

-- Anybody may subscribe, patient or not; an e-mail is looked up by its digest.
create table mailing_list (
  email_hash bytea primary key,
  email_sealed bytea not null,
  firstname text,
  created_at timestamptz not null
);

create table billing_address (
  patient_id uuid primary key references patient (id),
  same_as_shipping boolean not null,
  lines_sealed bytea not null,
  state char(2) not null,
  zipcode text not null,
  updated_at timestamptz not null
);
call follow_changes('billing_address', 'payment', 'insert or update or delete', object => 'patient_id');
