-- A claim doesn't outlast the role that lets its person do the work: whoever does less now keeps nobody from it.
create function end_claims_of_member() returns trigger language plpgsql as $$
begin
  delete from staff_claim where member_id = new.id;
  return null;
end $$;
create trigger staff_member_does_less after update of roles, doctor_id on staff_member
  for each row when (not old.roles <@ new.roles or old.doctor_id is distinct from new.doctor_id) execute function end_claims_of_member();
