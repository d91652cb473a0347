-- Records that may be of one person: what records are compared by, the pairs somebody has to judge, and what was judged.

-- Keyed digests of what is compared, one row each, as in server/persons/person-digests.ts. Of patients who entered their number only.
create table person_digest (
  digest bytea not null,
  patient_id uuid not null references patient (id),
  -- What it is of; part of what is hashed.
  kind text not null,
  primary key (digest, patient_id)
);
create index person_digest_patient on person_digest (patient_id);

-- Whose record has to be compared (again): marked in the transaction that changes what is compared. A change meanwhile leaves another mark.
create table person_due (
  patient_id uuid primary key references patient (id),
  mark uuid not null
);

-- Two records that are likely of one person. Ids sort by their time: the earlier one is the account that was made first.
create table person_pair (
  id uuid primary key,
  earlier_id uuid not null references patient (id),
  later_id uuid not null references patient (id),
  -- What agreed when it was found.
  agrees text[] not null,
  found_at timestamptz not null,
  -- Null: nobody has judged it, and nothing new is approved for either.
  verdict text check (verdict in ('same', 'not_same')),
  -- Counts the verdicts, so that nobody replaces one they haven't seen.
  version int not null default 0 check (version >= 0),
  check (earlier_id < later_id),
  check ((verdict is null) = (version = 0)),
  unique (earlier_id, later_id)
);
create index person_pair_later on person_pair (later_id);
create index person_pair_waiting on person_pair (found_at, id) where verdict is null;

-- Every verdict that was given, with its reason; the newest of a pair counts.
create table person_verdict (
  id uuid primary key,
  pair_id uuid not null references person_pair (id),
  verdict text not null check (verdict in ('same', 'not_same')),
  -- Why, for the practice.
  reason_sealed bytea not null,
  -- `staff:<id>` or `key:<id>`.
  actor text not null,
  given_at timestamptz not null
);
create index person_verdict_pair on person_verdict (pair_id, given_at);

create trigger person_pair_found_work after insert or delete on person_pair for each statement execute function signal_work();
create trigger person_pair_judged_work after update of verdict on person_pair
  for each row when (old.verdict is distinct from new.verdict) execute function signal_work();

create function mark_person_due() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_table_name = 'patient' then (to_jsonb(new) ->> 'id')::uuid else (to_jsonb(new) ->> 'patient_id')::uuid end;
begin
  insert into person_due (patient_id, mark)
    select changed, gen_random_uuid() from onboarding where patient_id = changed and ssn_last4_sealed is not null
    on conflict (patient_id) do update set mark = excluded.mark;
  return null;
end $$;
create trigger patient_person_due after update of firstname, lastname, phone_sealed, birthday_sealed on patient
  for each row execute function mark_person_due();
create trigger onboarding_person_due after update of ssn_last4_sealed, identity_status on onboarding
  for each row when (
    old.ssn_last4_sealed is distinct from new.ssn_last4_sealed or old.identity_status <> new.identity_status
  ) execute function mark_person_due();
create trigger shipping_address_person_due after insert or update of lines_sealed, zipcode, is_default on shipping_address
  for each row when (new.is_default) execute function mark_person_due();
create trigger payment_source_person_due after insert or update of fingerprint on payment_source
  for each row execute function mark_person_due();

-- The records there are; the job works them off in batches.
insert into person_due (patient_id, mark)
  select patient_id, gen_random_uuid() from onboarding where ssn_last4_sealed is not null
  on conflict do nothing;
