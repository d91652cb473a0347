-- A letter that ends a patient's care stands beside the one they show to an insurance or a doctor, and replaces none of these.

alter table medical_letter
  add column purpose text not null default 'medical' check (purpose in ('medical', 'end_of_care'));
