-- What a bank was answered with: it is sent once, as whoever sent it saw it, and the gateway says whether it took it.
alter table dispute add column evidence_sealed bytea;
alter table dispute add column evidence_status text check (evidence_status in ('asked', 'sent', 'refused'));
alter table dispute add column evidence_asked_at timestamptz;
-- `staff:<id>` or `key:<id>`.
alter table dispute add column evidence_asked_by text;
alter table dispute add column evidence_settled_at timestamptz;
-- When the gateway was last asked to take it; determines the order of the queue.
alter table dispute add column evidence_attempt_at timestamptz;
alter table dispute add constraint dispute_evidence check (
  (evidence_status is null) = (evidence_asked_at is null) and (evidence_status is null) = (evidence_asked_by is null)
  and (evidence_settled_at is not null) = (evidence_status is not null and evidence_status <> 'asked')
  and (evidence_sealed is null or evidence_status is not null)
);
create index dispute_evidence_asked on dispute (evidence_attempt_at) where evidence_status = 'asked';

-- In the sandbox, the key of the answer that was taken, and the answer.
alter table sandbox.dispute add column answered_by text;
alter table sandbox.dispute add column evidence jsonb;
