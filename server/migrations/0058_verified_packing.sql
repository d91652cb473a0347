-- Who filled a line of an order and which pharmacist verified it, as they were called then. What is packed anew is verified anew.

alter table order_fill
  -- Null where a pharmacy's own system named nobody.
  add column packer_name text,
  -- As the audit names them.
  add column verifier text,
  add column verifier_name text,
  add column verified_at timestamptz,
  -- two_people: typed by one person, without a reason; another one verifies it.
  drop constraint order_fill_matched_check,
  add constraint order_fill_matched_check check (matched in ('code', 'vouched', 'two_people', 'system')),
  add check (packer_name is null or packer is not null),
  add check ((verifier is null) = (verified_at is null)),
  add check (verifier_name is null or verifier is not null),
  add check (matched is distinct from 'two_people' or verifier is distinct from packer);
