-- What outside systems answer that isn't as it should be, by system and by the row of its table (server/platform/outside).
create table outside_failure (
  system text not null,
  answer text not null,
  -- Since when it fails without a good answer in between; null while it works.
  failing_since timestamptz,
  last_failed_at timestamptz not null,
  -- How often, since then.
  failures integer not null,
  -- When the practice was last told, and whether it still has to be told that it works again.
  alarmed_at timestamptz,
  alarm_open boolean not null default false,
  primary key (system, answer)
);
