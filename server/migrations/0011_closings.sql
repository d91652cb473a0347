-- Days whose money somebody of the practice compared with the gateway's and closed.

-- A day is kept as it was closed; where its figures changed later, it is closed again, as the next revision.
create table day_closing (
  day date not null,
  revision integer not null check (revision > 0),
  closed_at timestamptz not null,
  -- Who closed it, as the audit names them.
  closed_by text not null,
  -- What was on the screen: sums of the ledger and of the gateway, and each difference. No patient and no product.
  figures jsonb not null,
  -- Of the figures, to see at a glance whether they are still the same.
  fingerprint text not null,
  primary key (day, revision)
);
