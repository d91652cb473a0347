-- Prescriptions with the fills they still allow, and requests to the doctor to renew them.

create sequence rx_number start 700001;

create table prescription (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  care_case_id uuid not null references care_case (id),
  doctor_id text not null references doctor (id),
  order_id uuid not null references customer_order (id),
  product_id text not null,
  rx_number text not null unique,
  status text not null check (status in ('active', 'ended')),
  refills_left smallint not null check (refills_left >= 0),
  -- Days' supply of each fill; null where none was recorded: a fill is then one of the smallest pack.
  days_supply integer check (days_supply > 0),
  -- How the patient takes it, in the doctor's words.
  directions_sealed bytea,
  approved_at timestamptz not null,
  -- On hold: a later answer of the patient contradicts it, so nothing is filled until the doctor prescribes it again.
  on_hold_at timestamptz,
  -- The doctor prescribed something else instead: what was paid before is still sent.
  discontinued_at timestamptz,
  -- A doctor stopped it: nothing of it is charged, filled or sent any more, and it is `ended`.
  stopped_at timestamptz
);
create index prescription_patient on prescription (patient_id);
-- A patient has one prescription for a product at a time; a renewal replaces the previous one.
create unique index prescription_active on prescription (patient_id, product_id) where status = 'active';
call follow_changes('prescription', 'treatment', 'insert or update');

-- What a doctor did with a prescription outside of a renewal.
create table prescription_action (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  prescription_id uuid not null references prescription (id),
  action text not null check (action in ('stop', 'hold', 'release')),
  doctor_id text not null references doctor (id),
  -- Why, for the practice.
  reason_sealed bytea not null,
  -- The message to the patient in the conversation with the doctor; the notice about it is shown until it has been read.
  message_seq integer not null,
  at timestamptz not null
);
create index prescription_action_patient on prescription_action (patient_id);
create index prescription_action_prescription on prescription_action (prescription_id, at);
call follow_changes('prescription_action', 'treatment', 'insert');

alter table order_line add foreign key (prescription_id) references prescription (id);

-- No refills are left: the doctor is asked to prescribe it again.
create table renewal_request (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  prescription_id uuid not null references prescription (id),
  -- `replaced`: the doctor prescribed something else instead, so it needs no answer.
  status text not null check (status in ('open', 'approved', 'declined', 'replaced')),
  doctor_id text references doctor (id),
  note_sealed bytea,
  requested_at timestamptz not null,
  decided_at timestamptz
);
create unique index renewal_request_open on renewal_request (prescription_id) where status = 'open';
create index renewal_request_patient on renewal_request (patient_id);
create index renewal_request_waiting on renewal_request (requested_at, id) where status = 'open';
call follow_changes('renewal_request', 'treatment', 'insert or update');
