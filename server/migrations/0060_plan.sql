-- The doctor's text to the patient is encrypted, as the patient's answers are.
alter table care_case drop column decision_reason;
alter table care_case
  add column note_sealed bytea,
  -- When the money of an approved plan was captured, or the capture failed.
  add column settled_at timestamptz;
create index care_case_incoming on care_case (submitted_at, id) where status = 'submitted';
create index care_case_accepted on care_case (accepted_at, id) where status = 'accepted';

-- How the patient takes it, in the doctor's words.
alter table prescription add column directions_sealed bytea;

-- Since when a person has to review the patient's identity.
alter table onboarding add column identity_review_since timestamptz;
create index onboarding_review on onboarding (identity_review_since, patient_id) where identity_status = 'review';

create index patient_newest on patient (created_at desc, id desc);
