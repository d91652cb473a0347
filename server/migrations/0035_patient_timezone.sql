-- The patient's own time zone, an IANA name: as picked, or their browser's where it fits their state. Null: that of the state. Another state ends it.
alter table patient add column timezone text;
