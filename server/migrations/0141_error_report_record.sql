-- Who had the error and what was reported, as in the spec's record (§3): encrypted. `fields` stays the readable part.
alter table error_report add column record_sealed bytea;
