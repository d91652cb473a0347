-- A line may lose the prescription it was filled from when the prescription itself is erased; everything else of a line stays as it was ordered.
drop trigger order_line_snapshot on order_line;
create trigger order_line_snapshot before update on order_line for each row
  when (
    (to_jsonb(old) - 'cancelled_at' - 'prescription_id') is distinct from (to_jsonb(new) - 'cancelled_at' - 'prescription_id')
    or (new.prescription_id is not null and new.prescription_id is distinct from old.prescription_id)
  )
  execute function refuse_order_rewrite();
