-- A value encrypted at the first start: a node whose SECRETS_KEY does not decrypt it has another key than the rest of the data.
create table secrets_canary (
  id smallint primary key default 1 check (id = 1),
  text_sealed bytea not null
);
