-- Who met the error and what was said of it, as the spec's record has it (§3): sealed. `fields` stays what may be read.
alter table error_report add column record_sealed bytea;
