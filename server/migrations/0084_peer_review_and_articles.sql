-- Each month's sample of a prescriber's decisions, which another prescriber reads: what was drawn, and the answer to each. It isn't part of a patient's record.

create table peer_review_month (
  -- Its first day.
  month_on date primary key,
  made_at timestamptz not null
);

create table peer_review (
  id uuid primary key,
  month_on date not null references peer_review_month (month_on),
  -- Who decided.
  doctor_id text not null references doctor (id),
  -- The physician whom the licenses of these decisions name, and who reads them; null: any other prescriber does.
  collaborator_id text references doctor (id),
  -- How many decisions it was drawn from.
  decided integer not null check (decided > 0),
  task_id uuid not null unique references task (id),
  unique nulls not distinct (month_on, doctor_id, collaborator_id)
);

create table peer_review_decision (
  id uuid primary key,
  review_id uuid not null references peer_review (id),
  patient_id uuid not null references patient (id),
  -- The note the decision left.
  note_id uuid not null unique references visit_note (id),
  -- Who decided, as in the review.
  doctor_id text not null references doctor (id),
  outcome text check (outcome in ('agrees', 'remark', 'concern')),
  words_sealed bytea,
  judged_at timestamptz,
  judged_by text,
  -- The prescriber who answered, or in whose name a system did.
  judge_id text references doctor (id),
  check ((outcome is null) = (judged_at is null) and (outcome is null) = (judged_by is null) and (outcome is null) = (judge_id is null)),
  check ((outcome in ('remark', 'concern')) is not true or words_sealed is not null),
  -- Nobody judges their own decisions.
  check (judge_id <> doctor_id)
);
create index peer_review_decision_review on peer_review_decision (review_id);
create index peer_review_decision_patient on peer_review_decision (patient_id);

-- The question to the prescriber that a concern became.
alter table task add column reviewed_decision_id uuid references peer_review_decision (id);
create index task_reviewed_decision on task (reviewed_decision_id) where reviewed_decision_id is not null;

-- An article of the help center, or a leaflet of the practice, that goes with a message: its title is kept as it was sent.
alter table message add column article_id text;
alter table message add column article_title text;
alter table message add constraint message_article check ((article_id is null) = (article_title is null));
