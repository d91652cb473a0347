-- Who treats the patient after a move to a state where the doctor who decided has no license; null for that doctor.
alter table care_case add column treated_by text references doctor (id);
