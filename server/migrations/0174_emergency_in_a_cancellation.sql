-- Cancellation reasons are also checked for emergencies.
alter table emergency_report drop constraint emergency_report_source_check;
alter table emergency_report add constraint emergency_report_source_check
  check (source in ('message', 'followup', 'health', 'contact', 'cancellation')) not valid;
alter table emergency_report validate constraint emergency_report_source_check;
