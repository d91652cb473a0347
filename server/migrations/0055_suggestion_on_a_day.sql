-- The first day of a suggested medicine, where the doctor names one: its box may be there sooner. Null: it begins as it comes.
alter table medicine_suggestion add column begins_on date;
