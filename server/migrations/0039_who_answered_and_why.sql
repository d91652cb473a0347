-- A patient may send a parcel back themself, which isn't the carrier's doing.
alter table shipment drop constraint shipment_return_reason_check;
alter table shipment add constraint shipment_return_reason_check
  check (return_reason in ('address', 'unclaimed', 'refused', 'damaged', 'sent_back', 'other'));

-- Why a person couldn't confirm an identity, so that the patient knows what to do; null where nobody said, and for any other outcome.
alter table onboarding add column identity_reason text
  check (identity_reason in ('photo_unclear', 'id_expired', 'name_differs', 'birthday_differs', 'face_differs'));

-- Who marked a message as answered, as the audit names them; null where that was before it was kept.
alter table contact_message add column answered_by text;
