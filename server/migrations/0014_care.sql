-- Care: each submitted visit on its way through the clinic, decisions made in spite of a warning, and the letters doctors write.

create table care_case (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  order_id uuid not null unique references customer_order (id),
  -- The doctor who accepts and decides the case.
  doctor_id text references doctor (id),
  -- Who treats the patient after a move to a state where the doctor who decided has no license; null for that doctor.
  treating_doctor_id text references doctor (id),
  -- `lapsed`: the authorization expired before anybody decided; the patient is asked to confirm the order again.
  status text not null check (status in ('submitted', 'accepted', 'approved', 'declined', 'lapsed')),
  submitted_at timestamptz not null,
  accepted_at timestamptz,
  decided_at timestamptz,
  -- When the patient withdrew it, or the practice for them, before a decision; the status is `lapsed` then.
  withdrawn_at timestamptz,
  -- The doctor's text to the patient.
  note_sealed bytea,
  -- When the money of an approved plan was captured, or the capture failed.
  payment_settled_at timestamptz,
  -- When the patient was first sent a follow-up after the approval. A column, so that the few who are due are found among all who were ever
  -- approved.
  followup_sent_at timestamptz
);
create index care_case_patient on care_case (patient_id, submitted_at desc);
create index care_case_open on care_case (doctor_id) where status in ('submitted', 'accepted');
create index care_case_incoming on care_case (submitted_at, id) where status = 'submitted';
create index care_case_accepted on care_case (accepted_at, id) where status = 'accepted';
-- For the job that finishes plans whose settled money had no effect yet.
create index care_case_unsettled on care_case (decided_at) where status = 'approved' and payment_settled_at is null;
create index care_case_followup_due on care_case (decided_at, id) where status = 'approved' and followup_sent_at is null;
call follow_changes('care_case', 'treatment', 'insert or update');

-- Decisions made in spite of a rule that warns, or without answers that rules look at, and why.
create table warning_override (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  decision text not null check (decision in ('plan', 'renewal', 'upsell', 'change')),
  -- Of the case, the renewal request, the upsell request or the subscription.
  ref_id uuid not null,
  -- `staff:<id>` or `key:<id>`.
  actor text not null,
  -- The rules and questions as they were worded, and the reason.
  override_sealed bytea not null,
  decided_at timestamptz not null
);
create index warning_override_patient on warning_override (patient_id, decided_at);

-- By which rules something was prescribed.
create table prescribing_decision (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  decision text not null check (decision in ('plan', 'renewal', 'upsell', 'change')),
  -- As in `warning_override`.
  ref_id uuid not null,
  actor text not null,
  rules_version text not null,
  decided_at timestamptz not null
);
create index prescribing_decision_patient on prescribing_decision (patient_id, decided_at);

-- Orders the practice cancelled before they were sent, for a patient who asked for it, and why.
create table order_cancellation (
  order_id uuid primary key references customer_order (id),
  reason_sealed bytea not null,
  cancelled_at timestamptz not null
);

-- Medical letters a doctor issued; the patient may show the latest one, earlier ones stay in the record.
create table medical_letter (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  doctor_id text not null references doctor (id),
  -- The patient's state at the time, in which the doctor is licensed.
  state char(2) not null,
  text_sealed bytea not null,
  issued_at timestamptz not null
);
create index medical_letter_patient on medical_letter (patient_id, issued_at desc, id desc);
call follow_changes('medical_letter', 'document', 'insert or update');
