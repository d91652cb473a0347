-- The day a planned prescription order had before the patient moved it to another one.
alter table prescription_order add column moved_from date;

-- What the practice can do because a patient asks for it, and how they proved who they are.
alter table patient_request drop constraint patient_request_action_check;
alter table patient_request add constraint patient_request_action_check
  check (action in ('cancel', 'restart', 'pause', 'resume', 'skip', 'unskip', 'move', 'contact'));
alter table patient_request add column caller_proved text check (
  caller_proved in ('birthday_and_address', 'birthday_and_phone', 'birthday_and_email', 'photo_id', 'letterhead')
);
