-- E-mails that want no invitations from anybody; only a keyed digest is stored.
create table invitation_stop (
  email_digest bytea primary key,
  stopped_at timestamptz not null
);
