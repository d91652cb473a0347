-- Messages to the practice are worked through: one leaves the list once somebody has answered it. Those of before were in no list; the
-- practice sees them now.
alter table contact_message add column answered_at timestamptz;
create index contact_message_open on contact_message (created_at, id) where answered_at is null;
