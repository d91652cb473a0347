/** The columns encrypted with SECRETS_KEY, as `table.column`, with the columns of their row's key. A test compares them with the schema. */
export const sealedColumns = {
  "upsell_request.note_sealed": ["id"],
  "health_answer.value_sealed": ["id"],
  "billing_address.lines_sealed": ["patient_id"],
  "care_case.note_sealed": ["id"],
  "check_in.answers_sealed": ["id"],
  "contact_message.message_sealed": ["id"],
  "conversation_handover.note_sealed": ["id"],
  "credit.note_sealed": ["id"],
  "customer_order.shipping_address_sealed": ["id"],
  "dispute.evidence_sealed": ["id"],
  "dose.status_sealed": ["id"],
  "dose_schedule.days_sealed": ["id"],
  "emergency_action.action_sealed": ["id"],
  "emergency_report.report_sealed": ["id"],
  "error_report.record_sealed": ["id"],
  "followup.scope_sealed": ["id"],
  "followup_answer.value_sealed": ["id"],
  "health_answers_version.screens_sealed": ["patient_id", "version"],
  "idempotency_key.response_sealed": ["owner", "key"],
  "insurance_document.source_sealed": ["id"],
  "insurance_document.title_sealed": ["id"],
  "saved_list.name_sealed": ["id"],
  "saved_list.filters_sealed": ["id"],
  "lead.email_sealed": ["email_hash"],
  "list_action.content_sealed": ["id"],
  "mailing_list.email_sealed": ["email_hash"],
  "directions_change.directions_sealed": ["id"],
  "directions_change.former_sealed": ["id"],
  "directions_change.reason_sealed": ["id"],
  "early_fill.reason_sealed": ["id"],
  "medicine_rest.reason_sealed": ["id"],
  "medical_letter.text_sealed": ["id"],
  "medicine_suggestion.directions_sealed": ["id"],
  "medicine_suggestion.note_sealed": ["id"],
  "message.text_sealed": ["id"],
  "notification.text_sealed": ["id"],
  "order_cancellation.reason_sealed": ["order_id"],
  "onboarding.ssn_last4_sealed": ["patient_id"],
  "staff_authenticator.secret_sealed": ["id"],
  "staff_draft.text_sealed": ["id"],
  "staff_note.text_sealed": ["id"],
  "record_code.reader_sealed": ["id"],
  "record_copy.words_sealed": ["id"],
  "record_merge.sign_ins_sealed": ["id"],
  "record_merge.undo_reason_sealed": ["id"],
  "staff_record_access.words_sealed": ["id"],
  "staff_session.oidc_refresh_sealed": ["id"],
  "patient_mail.address_sealed": ["id"],
  "patient_mail.values_sealed": ["id"],
  "patient_request.changes_sealed": ["id"],
  "patient_request.note_sealed": ["id"],
  "patient.birthday_sealed": ["id"],
  "patient.closed_email_sealed": ["id"],
  "patient.pharmacy_sealed": ["id"],
  "patient.phone_sealed": ["id"],
  "person_verdict.reason_sealed": ["id"],
  "prescription.directions_sealed": ["id"],
  "prescription_action.reason_sealed": ["id"],
  "referral_invitation.email_sealed": ["id"],
  "refresh_token.successor_sealed": ["token_hash"],
  "renewal_request.note_sealed": ["id"],
  "secrets_canary.text_sealed": ["id"],
  "shipping_address.lines_sealed": ["id"],
  "subscription.cancel_reason_sealed": ["id"],
  "told_answers.note_sealed": ["id"],
  "treatment_change.directions_sealed": ["id"],
  "treatment_change.note_sealed": ["id"],
  "treatment_change.until_directions_sealed": ["id"],
  "visit_note.text_sealed": ["id"],
  "visit_note.withdrawn_reason_sealed": ["id"],
  "warning_override.override_sealed": ["id"],
  "webhook_endpoint.previous_secret_sealed": ["id"],
  "webhook_endpoint.secret_sealed": ["id"],
  "task.words_sealed": ["id"],
  "task.answer_sealed": ["id"],
  "task.note_sealed": ["id"],
  "task.fields_sealed": ["id"],
  "access_finding.note_sealed": ["id"],
  "peer_review_decision.words_sealed": ["id"],
  "work_item.content_sealed": ["id"],
  "work_item.note_sealed": ["id"],
  "work_item.told_sealed": ["id"],
  "write_off.note_sealed": ["id"],
} as const satisfies Readonly<Record<`${string}.${string}_sealed`, readonly string[]>>;

export type SealedColumnName = keyof typeof sealedColumns;
export const isSealedColumn = (name: string): name is SealedColumnName => name in sealedColumns;
/** What a job carries sealed, because its row can be read by whoever reads the queue. */
export type SealedJobName = "job.mail" | "job.recovery" | "job.email-change" | "job.helper-recovery";

declare const context: unique symbol;
/** Where a sealed value belongs: it is authenticated with the value, which opens nowhere else. Only `sealed` makes one. */
export type SealContext = string & { readonly [context]: true };

type KeyPart = string | number | Uint8Array;

/**
 * A registered place of sealed values: gives the context of the row with this key. `const noteOf = sealed("care_case.note_sealed")`, then
 * `secrets.seal(note, noteOf(caseId))`. A place that is not registered does not compile, so that no check and no change of keys forgets one.
 */
export const sealed =
  (place: SealedColumnName | SealedJobName) =>
  (...key: readonly KeyPart[]): SealContext =>
    `${place}:${key.map(keyText).join(":")}` as SealContext;

const keyText = (part: KeyPart): string =>
  part instanceof Uint8Array ? Buffer.from(part).toString("hex") : String(part);
