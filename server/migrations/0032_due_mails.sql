-- The day, by the practice's clock, on which somebody was last mailed that an item is due.
alter table work_item add column mailed_on date;
