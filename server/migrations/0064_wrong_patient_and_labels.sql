-- A prescription that was entered for the wrong patient, and what was verified before its label changed.

alter table prescription
  -- It was stopped because it was meant for another patient: `entered-in-error` for whoever reads the record.
  add wrong_patient boolean not null default false,
  add constraint prescription_wrong_patient check (stopped_at is not null or not wrong_patient);

alter table order_fill
  -- What its label says changed after it was packed, and nobody has verified it since.
  add label_changed_at timestamptz;
