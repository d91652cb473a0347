-- On hold: a later answer of the patient contradicts it, so nothing is filled until the doctor prescribes it again.
alter table prescription add column withheld_at timestamptz;
