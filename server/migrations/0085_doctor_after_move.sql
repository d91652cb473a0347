-- Who treats her since she moved to a state where the doctor who decided has no licence; null: that doctor.
alter table care_case add column treated_by text references doctor (id);
