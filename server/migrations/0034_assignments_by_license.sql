-- An assignment counts only while its person may answer, which their doctor's license and the patient's state decide: open desks look again.
create trigger doctor_license_work after insert or update or delete on doctor_license for each statement execute function signal_work();
create trigger doctor_active_work after update of active on doctor
  for each row when (old.active <> new.active) execute function signal_work();
create trigger patient_moved_work after update of state on patient
  for each row when (old.state is distinct from new.state) execute function signal_work();
