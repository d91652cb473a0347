-- A card whose bank asks the cardholder to confirm a charge (3-D Secure): each one, or until the first was confirmed.
alter table sandbox.token add column confirms text check (confirms in ('once', 'always'));
alter table sandbox.payment_method add column confirms text check (confirms in ('once', 'always'));
alter table sandbox.intent drop constraint intent_status_check;
alter table sandbox.intent add constraint intent_status_check
  check (status in ('requires_capture', 'succeeded', 'canceled', 'requires_payment_method', 'requires_action'));
alter table sandbox.intent add column client_secret text unique;
