-- The number of a refund's credit note, given once the money went back: its order's number and a count of its own, so that a file or a receipt names both.
alter table refund add column credit_note text unique;

update refund set credit_note = numbered.number
from (
  select entry.id, 'CN-' || coalesce(o.number, right(o.id::text, 12)) || '-' || row_number() over (partition by o.id order by entry.at, entry.id) as number
  from ledger_entry entry join customer_order o on o.id = entry.order_id
  where entry.account = 'gateway' and entry.reason = 'refund'
) numbered
where refund.id = numbered.id;
