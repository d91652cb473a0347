-- Where an order came from: her campaigns and click ids as they were when it was placed. Opaque tokens only, checked on the way in.
create table order_attribution (
  order_id uuid primary key references customer_order (id),
  fields jsonb not null,
  at timestamptz not null
);
create index order_attribution_age on order_attribution (at);

-- Whether she lets the practice tell its partners of an order. No row: she does not. `gpc_seen_at`: a browser of hers asked for
-- privacy (Global Privacy Control), which wins until she allows it from one that does not.
create table measurement_consent (
  patient_id uuid primary key references patient (id),
  allowed boolean not null,
  changed_at timestamptz not null,
  gpc_seen_at timestamptz
);

-- The outbox: an event leaves only where forwarding is configured, she allows it, and her browser did not say no.
alter table marketing_event
  add column order_id uuid references customer_order (id),
  add column gpc boolean not null default false,
  add column forwarded_at timestamptz,
  -- The next try is not before this moment.
  add column not_before timestamptz,
  add column attempts smallint not null default 0;
create unique index marketing_event_order on marketing_event (name, order_id) where order_id is not null;
create index marketing_event_waiting on marketing_event (at, id) where forwarded_at is null and order_id is not null;
create index marketing_event_patient on marketing_event (patient_id) where patient_id is not null;
create index marketing_event_age on marketing_event (at);

-- Where a visitor who left an e-mail came from, by the browser's own random id, so that she is still known when her cookies are over.
create table visitor_tracking (
  cookie_id uuid primary key,
  fields jsonb not null,
  at timestamptz not null
);
create index visitor_tracking_age on visitor_tracking (at);

-- When her visit was told of a campaign or a click the last time, so that it is forgotten in time; null: at her sign-up.
alter table onboarding add column tracking_at timestamptz;

-- The variant a visitor sees, once and for all; `subject` is the browser's own id, `patient_id` who signed up with it.
create table experiment_assignment (
  experiment text not null,
  subject text not null,
  variant text not null,
  patient_id uuid references patient (id),
  assigned_at timestamptz not null,
  primary key (experiment, subject)
);
create unique index experiment_assignment_patient on experiment_assignment (experiment, patient_id) where patient_id is not null;
create index experiment_assignment_subject on experiment_assignment (subject);
