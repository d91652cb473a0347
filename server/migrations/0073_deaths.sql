-- Somebody says that a patient died: an entry of the log says who, and everything that is charged, sent or mailed asks the patient's row.

alter table patient
  -- Null again once the report was taken back.
  add column death_reported_at timestamptz,
  add column died_on date,
  -- Somebody of the practice has proof. The account closed with it.
  add column death_confirmed_at timestamptz,
  -- Keyed digest of the address that gets no more mail, also once the account has closed.
  add column death_email_digest bytea,
  add constraint patient_death check (
    death_reported_at is not null or (died_on is null and death_confirmed_at is null and death_email_digest is null)
  );
create index patient_death_email on patient (death_email_digest) where death_email_digest is not null;
