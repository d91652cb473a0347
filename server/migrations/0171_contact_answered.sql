-- Messages to the practice are a work list: one leaves it once somebody has answered. Earlier messages were on no list; the
-- practice sees them from here on.
alter table contact_message add column answered_at timestamptz;
create index contact_message_open on contact_message (created_at, id) where answered_at is null;
