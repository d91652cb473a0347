-- Links that open something once, of every purpose (decision 91). What they lead to stays where it is: an account, a session, a member, an `email_change`.
create table single_use_link (
  -- Keyed; of links made by the version before, a plain hash.
  digest bytea primary key,
  purpose text not null check (
    purpose in ('password_recovery', 'email_change', 'email_change_stop', 'session_handoff', 'staff_invitation', 'staff_recovery')
  ),
  patient_id uuid references patient (id),
  session_id uuid references session (id),
  member_id uuid references staff_member (id),
  expires_at timestamptz not null,
  -- It was used, or nobody may use it any more.
  ended_at timestamptz,
  constraint single_use_link_subject check (num_nonnulls(patient_id, session_id, member_id) = 1)
);
create index single_use_link_patient on single_use_link (patient_id) where patient_id is not null;
create index single_use_link_session on single_use_link (session_id) where session_id is not null;
create index single_use_link_member on single_use_link (member_id) where member_id is not null;
create index single_use_link_expiry on single_use_link (expires_at);

-- No running node makes or uses a link between the copy and the views.
lock table one_time_token, recovery_code, email_change, staff_invitation in access exclusive mode;

insert into single_use_link (digest, purpose, session_id, expires_at, ended_at)
  select token_hash, 'session_handoff', session_id, expires_at, used_at from one_time_token;
insert into single_use_link (digest, purpose, patient_id, expires_at, ended_at)
  select code_hash, 'password_recovery', patient_id, expires_at, used_at from recovery_code;
insert into single_use_link (digest, purpose, member_id, expires_at, ended_at)
  select token_hash, 'staff_' || kind, member_id, expires_at, ended_at from staff_invitation;

-- The links of an `email_change` that a running node of the version before asks for.
create function link_email_change() returns trigger language plpgsql as $$
begin
  insert into single_use_link (digest, purpose, patient_id, expires_at, ended_at)
    values (new.code_hash, 'email_change', new.patient_id, new.expires_at, new.used_at) on conflict do nothing;
  if new.stop_hash is not null then
    insert into single_use_link (digest, purpose, patient_id, expires_at)
      values (new.stop_hash, 'email_change_stop', new.patient_id, new.asked_at + interval '7 days') on conflict do nothing;
  end if;
  return null;
end $$;
create trigger email_change_links after insert or update of code_hash on email_change for each row execute function link_email_change();
update email_change set code_hash = code_hash;

-- A way to the provider lasts minutes; whether its link still opens is asked at its end.
alter table staff_oidc_login drop constraint staff_oidc_login_invitation_hash_fkey;

drop table one_time_token, recovery_code, staff_invitation;

-- What nodes of the version before read and write until the last of them has gone: the same links, so that each opens once on any node. The next migration
-- drops these views with the function above.
create view one_time_token as
  select digest as token_hash, session_id, expires_at, ended_at as used_at, purpose from single_use_link where purpose = 'session_handoff';
alter view one_time_token alter column purpose set default 'session_handoff';

create view recovery_code as
  select digest as code_hash, patient_id, expires_at, ended_at as used_at, purpose from single_use_link where purpose = 'password_recovery';
alter view recovery_code alter column purpose set default 'password_recovery';

create view staff_invitation as
  select digest as token_hash, member_id, substr(purpose, 7) as kind, expires_at - interval '72 hours' as created_at, expires_at, ended_at
  from single_use_link where member_id is not null;
create function insert_staff_invitation() returns trigger language plpgsql as $$
begin
  insert into single_use_link (digest, purpose, member_id, expires_at)
    values (new.token_hash, 'staff_' || new.kind, new.member_id, new.expires_at);
  return new;
end $$;
create trigger staff_invitation_insert instead of insert on staff_invitation for each row execute function insert_staff_invitation();
