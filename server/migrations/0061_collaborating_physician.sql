-- The physician with whom a nurse practitioner prescribes in a state that asks for one. Who that was stays with each prescription.
alter table doctor_license add column collaborator_id text references doctor (id);
alter table doctor_license add constraint doctor_license_collaborator check (collaborator_id <> doctor_id);
alter table prescription add column collaborator_id text references doctor (id);

-- However a prescription comes to be, it says with whom it was prescribed.
create function note_collaborator() returns trigger language plpgsql as $$
begin
  new.collaborator_id := (
    select license.collaborator_id from doctor_license license join patient on patient.state = license.state
    where license.doctor_id = new.doctor_id and patient.id = new.patient_id);
  return new;
end $$;
create trigger prescription_collaborator before insert on prescription for each row execute function note_collaborator();
