-- The note that each decision of a prescriber leaves in the record, signed as it was made, and what was added to one later. Nothing is overwritten: a correction is
-- an addendum, and what was entered in error is withdrawn with a trace.
create table visit_note (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- What was decided, and about what: a case, a renewal, a prescription. Null of an addendum.
  decision text check (
    decision in (
      'plan_approved', 'plan_declined', 'renewal_approved', 'renewal_declined', 'treatment_changed', 'change_withdrawn',
      'upsell_approved', 'upsell_declined', 'medicine_suggested', 'suggestion_withdrawn', 'medicine_stopped', 'medicine_held',
      'medicine_released', 'early_fill_allowed', 'directions_changed', 'break_planned', 'break_ended', 'review_read'
    )
  ),
  ref_id uuid,
  -- The note an addendum adds to.
  note_id uuid references visit_note (id),
  -- `staff:<id>` or `key:<id>`.
  actor text not null,
  -- With credentials, as they were then; null: a system of the practice.
  signed_by text,
  -- In whose name it was decided, of an addendum whose author is a prescriber.
  doctor_id text references doctor (id),
  text_sealed bytea not null,
  signed_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by text,
  -- It was about another patient.
  wrong_patient boolean not null default false,
  -- For the practice.
  withdrawn_reason_sealed bytea,
  constraint visit_note_kind check ((decision is null) = (ref_id is null) and (decision is null) = (note_id is not null)),
  constraint visit_note_withdrawn check (
    (withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason_sealed is null)
    and (withdrawn_at is not null or not wrong_patient)
  )
);
create index visit_note_patient on visit_note (patient_id, signed_at desc, id desc) where note_id is null;
create index visit_note_addenda on visit_note (note_id, signed_at, id) where note_id is not null;

create function reject_visit_note_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'withdrawn_at' - 'withdrawn_by' - 'wrong_patient' - 'withdrawn_reason_sealed')
      is distinct from (to_jsonb(old) - 'withdrawn_at' - 'withdrawn_by' - 'wrong_patient' - 'withdrawn_reason_sealed')
      or old.withdrawn_at is not null then
    raise exception 'a signed note can only be withdrawn';
  end if;
  return new;
end $$;
create trigger visit_note_append_only before update on visit_note for each row execute function reject_visit_note_change();

call follow_changes('visit_note', 'document', 'insert or update');
