-- What was mailed to a patient, as far as the mail server has said: that it took the mail, or takes none for that address. Bounces that come later aren't seen.
create table patient_mail (
  -- Of the mail: sending the same one again is the same row.
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- Which mail of the content.
  mail text not null,
  address_sealed bytea not null,
  -- What its placeholders were filled with, of mails that may be sent again; null of the others.
  values_sealed bytea,
  queued_at timestamptz not null,
  accepted_at timestamptz,
  refused_at timestamptz,
  -- It would have come too late, or was tried for three days.
  dropped_at timestamptz,
  -- Who of the practice had it sent; null: it was sent by itself.
  sent_by text,
  -- The mail it repeats.
  repeats_id uuid references patient_mail (id),
  constraint patient_mail_repeat check (repeats_id is null or sent_by is not null)
);
create index patient_mail_patient on patient_mail (patient_id, queued_at desc, id desc);
create index patient_mail_age on patient_mail (queued_at);
create index patient_mail_repeats on patient_mail (repeats_id) where repeats_id is not null;

-- A reset link and another try of a charge are about no subscription.
alter table patient_request drop constraint patient_request_action_check;
alter table patient_request add constraint patient_request_action_check check (
  action in ('cancel', 'restart', 'pause', 'resume', 'skip', 'unskip', 'move', 'contact', 'recovery_link', 'charge')
);
alter table patient_request drop constraint patient_request_subject;
alter table patient_request add constraint patient_request_subject
  check ((action in ('contact', 'recovery_link', 'charge')) = (subscription_id is null));

-- An amount the practice gives a patient off later orders.
create table credit (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason in ('late', 'damaged', 'wrong_item', 'wrong_charge', 'goodwill')),
  -- Null once the patient was erased.
  note_sealed bytea,
  -- `staff:<id>` or `key:<id>`.
  given_by text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by text,
  constraint credit_withdrawn check ((withdrawn_at is null) = (withdrawn_by is null))
);
create index credit_patient on credit (patient_id, given_at desc, id desc);
create index credit_given on credit (given_at);

alter table earned_discount drop constraint earned_discount_source_check;
alter table earned_discount add constraint earned_discount_source_check
  check (source in ('followup', 'referral', 'friend', 'promo', 'credit'));
alter table customer_order drop constraint customer_order_discount_source_check;
alter table customer_order add constraint customer_order_discount_source_check
  check (discount_source in ('followup', 'referral', 'friend', 'promo', 'credit'));
-- Of a credit, which an order may use in part: the rest is a row of its own.
alter table earned_discount add column credit_id uuid references credit (id);
alter table earned_discount add column withdrawn_at timestamptz;
alter table earned_discount add constraint earned_discount_credit
  check ((source = 'credit') = (credit_id is not null) and (withdrawn_at is null or order_id is null));
create index earned_discount_of_credit on earned_discount (credit_id) where credit_id is not null;

-- A charge the practice tries no more. The patient can still pay it.
create table write_off (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  -- Kept when the prescription order is erased: it's of the books.
  prescription_order_id uuid not null,
  -- Since when the charge was past due then: where it's past due anew, it isn't written off any more.
  failed_on date not null,
  amount_cents integer not null check (amount_cents >= 0),
  reason text not null check (reason in ('not_reached', 'left', 'not_worth_it', 'our_mistake', 'died')),
  note_sealed bytea,
  made_by text not null,
  made_at timestamptz not null,
  -- By the practice, or by a payment, which nobody of it made.
  ended_at timestamptz,
  ended_by text,
  constraint write_off_ended check (ended_by is null or ended_at is not null)
);
create unique index write_off_open on write_off (prescription_order_id, failed_on) where ended_at is null;
create index write_off_patient on write_off (patient_id);
create index write_off_made on write_off (made_at);
create index write_off_ended on write_off (ended_at) where ended_at is not null;

-- What is written off leaves the inbox, and comes back.
create trigger write_off_work after insert or update on write_off for each statement execute function signal_work();
