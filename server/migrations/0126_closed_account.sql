-- An account its patient closed. Its e-mail is free for a new one, and known to no sign-in: the column then holds a stand-in, and the
-- address the practice knows the patient by is sealed.
alter table patient
  add column closed_at timestamptz,
  add column closed_email_sealed bytea,
  add constraint patient_closed check ((closed_at is null) = (closed_email_sealed is null));
