-- The codes of this deployment, made once; the practice passes one on with a review.
create table followup_code (
  code text primary key,
  place smallint not null unique,
  percent smallint not null check (percent between 1 and 100)
);

-- A treatment review the practice sent.
create table followup (
  id uuid primary key,
  patient_id uuid not null references patient (id),
  status text not null check (status in ('SENT', 'CLAIMED', 'COMPLETED')),
  -- Her reviews in order, given out under the lock of her reviews: two nodes' clocks may differ.
  number smallint not null check (number > 0),
  code text references followup_code (code),
  -- The symptoms it asks for, what she had told of them before, and the questions on her way; sealed.
  asked_sealed bytea not null,
  -- Of the emergencies told in it, the first so many she has read what to do about.
  stops_read smallint not null default 0 check (stops_read >= 0),
  rating smallint check (rating between 1 and 10),
  sent_at timestamptz not null,
  claimed_at timestamptz,
  completed_at timestamptz,
  -- Since when a doctor should read it: it was completed, or an emergency was told in it.
  told_at timestamptz,
  -- A doctor has read it.
  closed_at timestamptz,
  doctor_id text references doctor (id),
  check ((status = 'SENT') = (claimed_at is null)),
  check ((status = 'COMPLETED') = (completed_at is not null)),
  check (completed_at is null or told_at is not null),
  unique (patient_id, number)
);
create unique index followup_open on followup (patient_id) where status <> 'COMPLETED';
create index followup_unread on followup (told_at, id) where told_at is not null and closed_at is null;

-- Every answer ever given; the latest of a question counts. Which question it answers is sealed, too: some are asked only after a certain
-- answer. `seq` is their order in the review, given out under the lock of her reviews.
create table followup_answer (
  id uuid primary key,
  followup_id uuid not null references followup (id),
  patient_id uuid not null references patient (id),
  seq integer not null check (seq >= 0),
  content_version text not null,
  value_sealed bytea not null,
  given_at timestamptz not null,
  unique (followup_id, seq)
);
create index followup_answer_patient on followup_answer (patient_id);

create function note_followup() returns trigger language plpgsql as $$
begin
  perform note_change(new.patient_id, 'followup', new.id);
  return null;
end $$;
create constraint trigger followup_changed after insert or update on followup
  deferrable initially deferred for each row execute function note_followup();

-- The messages that ask for a review.
alter table message add constraint message_followup_id_fkey foreign key (followup_id) references followup (id);
create index message_followup on message (followup_id) where followup_id is not null;
