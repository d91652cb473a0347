-- Growth: treatments offered to patients, referrals and their rewards, tracking with its outbox, and experiments.

-- An upsell offered to a patient; an open one can be accepted or denied, once.
create table upsell (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  product_id text not null,
  pricing_id text not null,
  -- What led to the offer; `available`: it was only listed among all upsells, and is shown nowhere unasked.
  triggered_from text not null,
  coupon_code text,
  status text not null check (status in ('open', 'accepted', 'denied')),
  -- The order it is being bought with while open, or was bought with once accepted; also null for one added to a visit.
  order_id uuid references customer_order (id),
  offered_at timestamptz not null,
  decided_at timestamptz,
  check ((status = 'open') = (decided_at is null)),
  constraint upsell_denied_tied check (status <> 'denied' or order_id is null)
);
create unique index upsell_open on upsell (patient_id, product_id) where status = 'open';
create index upsell_patient on upsell (patient_id, offered_at desc);
create index upsell_order on upsell (order_id) where order_id is not null;
-- Upsells being bought, or whose purchase was not finished.
create index upsell_tied on upsell (order_id) where status = 'open' and order_id is not null;

create function note_upsell() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'offer', new.id);
  return null;
end $$;
create constraint trigger upsell_changed after insert or update on upsell
  deferrable initially deferred for each row execute function note_upsell();

-- An upsell a patient in care requested: the doctor decides before the money is captured.
create table upsell_request (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  order_id uuid not null unique references customer_order (id),
  -- `lapsed`: the authorization expired before anybody decided. `withdrawn`: the patient withdrew it before.
  status text not null check (status in ('open', 'approved', 'declined', 'lapsed', 'withdrawn')),
  doctor_id text references doctor (id),
  note_sealed bytea,
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- When the effects of its order were applied.
  completed_at timestamptz,
  check ((status = 'open') = (decided_at is null))
);
create index upsell_request_patient on upsell_request (patient_id);
create index upsell_request_waiting on upsell_request (requested_at, id) where status = 'open';
create index upsell_request_unsettled on upsell_request (order_id) where status = 'approved' and completed_at is null;

create function note_upsell_request() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'treatment', new.id);
  return null;
end $$;
create constraint trigger upsell_request_changed after insert or update on upsell_request
  deferrable initially deferred for each row execute function note_upsell_request();

-- A patient's own code. Its row is also the lock under which the patient's invitations are counted.
create table referral_code (
  patient_id uuid primary key references patient (id),
  code text not null unique,
  created_at timestamptz not null
);

-- Friends the patient had invited by mail; deleted after a while. Nothing here says whether an e-mail belongs to a patient.
create table referral_invitation (
  id uuid primary key,
  patient_id uuid not null references referral_code (patient_id),
  email_digest bytea not null,
  email_sealed bytea not null,
  -- How many invitations were mailed, and when the last one.
  mails smallint not null default 1 check (mails > 0),
  mailed_at timestamptz not null,
  unique (patient_id, email_digest)
);
create index referral_invitation_friend on referral_invitation (email_digest, mailed_at);
create index referral_invitation_mailed on referral_invitation (mailed_at);
call follow_changes('referral_invitation', 'user', 'insert or update');

-- E-mails that want no invitations from anybody; only a keyed digest is stored.
create table invitation_opt_out (
  email_digest bytea primary key,
  opted_out_at timestamptz not null
);

-- Earned by a friend's first order, once per friend: recorded when the order is paid, but granted on a first of the month, so that no day reveals
-- who ordered.
create table referral_reward (
  id uuid primary key,
  patient_id uuid not null references referral_code (patient_id),
  friend_id uuid not null unique references patient (id),
  order_id uuid not null unique references customer_order (id),
  earned_at timestamptz not null,
  due_on date not null,
  granted_at timestamptz,
  check (friend_id <> patient_id)
);
create index referral_reward_patient on referral_reward (patient_id, earned_at);
create index referral_reward_waiting on referral_reward (due_on, id) where granted_at is null;

-- A waiting reward is on no screen, and reporting its change would reveal it.
create function note_referral_reward() returns trigger language plpgsql as $$
begin
  perform note_change(coalesce(new.patient_id, old.patient_id), 'user', coalesce(new.id, old.id));
  return null;
end $$;
create constraint trigger referral_reward_given after insert or update on referral_reward
  deferrable initially deferred for each row when (new.granted_at is not null) execute function note_referral_reward();

-- A friend's first order that earns no reward, and why: decided once.
create table referral_disqualification (
  friend_id uuid primary key references patient (id),
  order_id uuid not null references customer_order (id),
  reason text not null,
  disqualified_at timestamptz not null
);

-- First-party marketing events, allow-listed fields only. Those of orders are an outbox: an event leaves only where forwarding is configured, the
-- patient allows it, and their browser did not object.
create table marketing_event (
  id uuid primary key,
  patient_id uuid,
  name text not null,
  fields jsonb not null,
  at timestamptz not null,
  order_id uuid references customer_order (id),
  -- The browser asked for privacy (Global Privacy Control).
  gpc boolean not null default false,
  forwarded_at timestamptz,
  -- The next attempt is not before this time.
  next_attempt_at timestamptz,
  attempts smallint not null default 0
);
create unique index marketing_event_order on marketing_event (name, order_id) where order_id is not null;
create index marketing_event_waiting on marketing_event (at, id) where forwarded_at is null and order_id is not null;
create index marketing_event_patient on marketing_event (patient_id) where patient_id is not null;
create index marketing_event_age on marketing_event (at);

-- Whether the patient lets the practice report orders to its partners. No row: no.
create table measurement_consent (
  patient_id uuid primary key references patient (id),
  allowed boolean not null,
  changed_at timestamptz not null,
  -- One of the patient's browsers asked for privacy, which takes precedence until the patient allows it from a browser that does not.
  gpc_seen_at timestamptz
);

-- Where an order came from: the patient's campaigns and click ids when it was placed. Opaque tokens only, validated on the way in.
create table order_attribution (
  order_id uuid primary key references customer_order (id),
  fields jsonb not null,
  at timestamptz not null
);
create index order_attribution_age on order_attribution (at);

-- Where a visitor who left an e-mail came from, by the browser's own random id, so that this is still known when the cookies have expired.
create table visitor_tracking (
  cookie_id uuid primary key,
  fields jsonb not null,
  at timestamptz not null
);
create index visitor_tracking_age on visitor_tracking (at);

-- The variant assigned to a visitor for good.
create table experiment_assignment (
  experiment text not null,
  -- The browser's own id.
  subject text not null,
  variant text not null,
  -- The patient who signed up with that browser.
  patient_id uuid references patient (id),
  assigned_at timestamptz not null,
  primary key (experiment, subject)
);
create unique index experiment_assignment_patient on experiment_assignment (experiment, patient_id) where patient_id is not null;
create index experiment_assignment_subject on experiment_assignment (subject);
