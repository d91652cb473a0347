-- The practice's doctors and the states they are licensed in, copied from the content at each start.

create table doctor (
  id text primary key,
  firstname text not null,
  lastname text not null,
  credentials text not null,
  bio text not null,
  profile_url text not null,
  npi text not null,
  -- The doctor whose card the visit shows.
  fixed boolean not null default false,
  -- False once the content no longer names the doctor.
  active boolean not null default true
);

create table doctor_license (
  doctor_id text not null references doctor (id),
  state char(2) not null,
  valid_until date,
  primary key (doctor_id, state)
);
create index doctor_license_state on doctor_license (state);
