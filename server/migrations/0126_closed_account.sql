-- An account its patient closed. Its e-mail becomes free for a new account and unknown to sign-in: the column then holds a placeholder, and the
-- address the practice knows the patient by is encrypted.
alter table patient
  add column closed_at timestamptz,
  add column closed_email_sealed bytea,
  add constraint patient_closed check ((closed_at is null) = (closed_email_sealed is null));
