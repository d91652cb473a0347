-- A change may begin on a day the doctor names: the one before is used until then, and the new one, which comes in time for it, from then on.
alter table treatment_change
  drop constraint treatment_change_begins_check,
  add constraint treatment_change_begins_check check (begins in ('now', 'when_box_ends', 'on_day')),
  add column begins_on date,
  add constraint treatment_change_begins_on_check check ((begins_on is null) = (begins <> 'on_day'));

-- Of a box that is sent on its day, whatever is left at home: not begun before this day, though it may be there.
alter table prescription_order
  add column begins_on date,
  add constraint prescription_order_begins_on_check check (begins_on is null or begins = 'now');
