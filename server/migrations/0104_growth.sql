-- Where an order came from: the patient's campaigns and click ids when it was placed. Opaque tokens only, validated on the way in.
create table order_attribution (
  order_id uuid primary key references customer_order (id),
  fields jsonb not null,
  at timestamptz not null
);
create index order_attribution_age on order_attribution (at);

-- Whether the patient lets the practice report orders to its partners. No row: no. `gpc_seen_at`: one of the patient's browsers asked for
-- privacy (Global Privacy Control), which takes precedence until the patient allows it from a browser that does not.
create table measurement_consent (
  patient_id uuid primary key references patient (id),
  allowed boolean not null,
  changed_at timestamptz not null,
  gpc_seen_at timestamptz
);

-- The outbox: an event leaves only where forwarding is configured, the patient allows it, and their browser did not object.
alter table marketing_event
  add column order_id uuid references customer_order (id),
  add column gpc boolean not null default false,
  add column forwarded_at timestamptz,
  -- The next attempt is not before this time.
  add column not_before timestamptz,
  add column attempts smallint not null default 0;
create unique index marketing_event_order on marketing_event (name, order_id) where order_id is not null;
create index marketing_event_waiting on marketing_event (at, id) where forwarded_at is null and order_id is not null;
create index marketing_event_patient on marketing_event (patient_id) where patient_id is not null;
create index marketing_event_age on marketing_event (at);

-- Where a visitor who left an e-mail came from, by the browser's own random id, so that this is still known when the cookies have expired.
create table visitor_tracking (
  cookie_id uuid primary key,
  fields jsonb not null,
  at timestamptz not null
);
create index visitor_tracking_age on visitor_tracking (at);

-- When a campaign or a click was last recorded for the visit, so that it is deleted in time; null: at sign-up.
alter table onboarding add column tracking_at timestamptz;

-- The variant assigned to a visitor for good; `subject` is the browser's own id, `patient_id` the patient who signed up with it.
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
