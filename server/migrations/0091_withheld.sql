-- Something she told since speaks against it: no fill is taken until the doctor prescribes it again.
alter table prescription add column withheld_at timestamptz;
