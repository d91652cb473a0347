-- Since when the mail server says that the patient's address takes no mail; null: it does, as far as we know. A mail that is accepted, a confirmed address
-- and another one clear it.
alter table patient add column email_refused_at timestamptz;
create index patient_email_refused on patient (email_refused_at) where email_refused_at is not null;

-- Addresses the server refused for good within the last hour, by digest, as long as it has accepted no mail since. Several at once speak against the server,
-- not against each of them.
create table mail_refusal (
  address_digest bytea primary key,
  refused_at timestamptz not null
);
