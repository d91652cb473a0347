-- Whether what the patient had of the medicine at home was lost or damaged, so that it doesn't count once the next box is ordered. Of earlier ones nobody said so.
alter table early_fill add column gone boolean not null default false;
