-- E-mails that want no invitation, from nobody; only their keyed digest is known.
create table invitation_stop (
  email_digest bytea primary key,
  stopped_at timestamptz not null
);
