import { z } from "zod";
import { NonEmptyText } from "../fields.ts";

/** The placeholders each mail may use, `{{link}}` and so on. `brand`, `supportemail` and `year` are available to all. */
export const mailPlaceholders = {
  recovery: ["firstname", "link", "minutes"],
  recovery_waits: ["firstname", "time", "phone"],
  signup_known_email: ["firstname", "loginlink", "recoverylink"],
  welcome: ["firstname", "link"],
  email_change: ["firstname", "link", "minutes"],
  email_changed: ["firstname", "newemail"],
  email_change_asked: ["firstname", "how", "date", "link", "hours"],
  email_change_stop: ["firstname", "how", "date", "who", "link", "days", "phone"],
  contact_email_asked: ["firstname", "link", "hours"],
  contact_changed: ["firstname", "how", "date", "who", "what", "phone", "link"],
  helper_asked: ["firstname", "helper", "link"],
  helper_joined: ["firstname", "helper", "link"],
  helper_stopped: ["firstname", "helper", "link"],
  helper_invited: ["helper", "name", "link", "days"],
  helper_new_password: ["helper", "link", "minutes"],
  helper_ended: ["helper", "name"],
  helper_copy_charge: ["helper", "name", "date", "total", "link"],
  helper_copy_payment: ["helper", "name", "link"],
  helper_copy_package: ["helper", "name", "link"],
  helper_copy_package_back: ["helper", "name", "link"],
  helper_copy_message: ["helper", "name", "link"],
  helper_copy_document: ["helper", "name", "link"],
  account_closed: ["firstname"],
  code_used: ["firstname", "link", "phone"],
  merge_asked: ["firstname", "link", "days", "phone"],
  accounts_merged: ["firstname", "link", "phone"],
  subscriptions_merged: ["firstname", "rest", "phone", "link"],
  use_other_email: ["firstname", "link", "phone"],
  accounts_separate: ["firstname", "link", "phone"],
  password_changed: ["firstname", "recoverylink"],
  order_confirmation: ["firstname", "ordernumber", "total", "link"],
  order_placed: ["firstname", "ordernumber", "total", "link"],
  receipt: ["firstname", "ordernumber", "total", "link"],
  plan_approved: ["firstname", "ordernumber", "total", "link"],
  plan_approved_in_part: ["firstname", "ordernumber", "total", "refund", "link"],
  plan_declined: ["firstname", "ordernumber", "link"],
  order_shipped: ["firstname", "ordernumber", "carrier", "tracking", "link", "talk"],
  order_part_shipped: ["firstname", "ordernumber", "carrier", "tracking", "link", "talk"],
  order_returned: ["firstname", "ordernumber", "link"],
  order_sent_back: ["firstname", "ordernumber", "date", "link"],
  fill_voided: ["firstname", "ordernumber", "phone", "link"],
  payment_failed: ["firstname", "total", "retrydate", "link"],
  payment_failed_last: ["firstname", "total", "link"],
  card_missing: ["firstname", "link"],
  card_refused: ["firstname", "last4", "link"],
  address_needed: ["firstname", "link"],
  identity_refused: ["firstname", "link"],
  identity_works_again: ["firstname", "link"],
  renewal_charged: ["firstname", "ordernumber", "total", "link"],
  renewal_asked: ["firstname", "link"],
  rules_changed: ["firstname", "link"],
  rules_stop: ["firstname", "link"],
  renewal_approved: ["firstname", "link"],
  renewal_declined: ["firstname", "link"],
  urgent_message: ["firstname", "link"],
  supply_changed: ["firstname", "link"],
  change_to_agree: ["firstname", "link"],
  suggestion_to_answer: ["firstname", "link"],
  first_differs: ["firstname", "link"],
  first_to_agree: ["firstname", "link"],
  payment_review: ["firstname"],
  payment_released: ["firstname"],
  hold_lapsed: ["firstname", "ordernumber", "link"],
  order_withdrawn: ["firstname", "ordernumber", "link"],
  practice_payment_differs: ["order", "expected", "found", "taken", "payment", "link"],
  practice_refund_failed: ["order", "amount", "payment"],
  practice_dispute: ["order", "amount", "reason", "status", "due", "payment"],
  order_refunded: ["firstname", "ordernumber", "total", "link"],
  charge_reminder: ["firstname", "date", "total", "period", "skiplink", "pauselink", "cancellink"],
  supply_skipped: ["firstname", "date", "link"],
  supply_unskipped: ["firstname", "date", "link"],
  supply_moved: ["firstname", "date", "link"],
  subscription_restarted: ["firstname", "date", "link"],
  supply_cancelled: ["firstname", "link"],
  supply_refunded: ["firstname", "total", "link"],
  subscription_paused: ["firstname", "date", "link"],
  one_subscription_paused: ["firstname", "date", "rest", "link"],
  subscription_resumed: ["firstname", "next", "link"],
  offer_taken: ["firstname", "percent", "what", "link"],
  subscription_cancelled: ["firstname", "date", "link"],
  one_subscription_cancelled: ["firstname", "date", "rest", "link"],
  request_answered: ["firstname", "link"],
  care_ends: ["firstname", "phone", "link"],
  care_goes_on: ["firstname", "link"],
  care_open_again: ["firstname", "link"],
  care_ended: ["firstname", "phone", "link"],
  answers_told: ["firstname", "date", "phone", "link"],
  done_as_asked: ["firstname", "date", "phone", "link"],
  charge_asked: ["firstname", "date", "total", "phone", "link"],
  credit_given: ["firstname", "amount", "phone", "link"],
  credit_withdrawn: ["firstname", "amount", "phone", "link"],
  payment_link: ["firstname", "total", "phone", "link"],
  payment_help: ["firstname", "total", "phone", "link"],
  payment_closing: ["firstname", "total", "phone", "link"],
  practice_needed_beside: ["record"],
  practice_email_stopped: ["record"],
  practice_emergency: ["reference", "link"],
  practice_contact: ["reference", "link"],
  doctor_away: ["firstname", "person", "day", "cover", "link"],
  practice_due_today: ["reference", "link"],
  practice_webhook_failing: ["host", "webhook"],
  practice_webhook_disabled: ["host", "webhook"],
  practice_webhook_event_given_up: ["host", "webhook"],
  practice_outside_failing: ["system", "answer", "since", "todo"],
  practice_outside_works_again: ["system", "answer", "since"],
  message_waiting: ["firstname", "link"],
  letter_issued: ["firstname", "link"],
  reminder: ["firstname", "link"],
  staff_invitation: ["name", "link", "hours"],
  staff_recovery: ["name", "link", "hours"],
  referral_invite: ["sender", "reward", "link", "stoplink"],
} as const satisfies Record<string, readonly string[]>;

export const commonPlaceholders = ["brand", "supportemail", "year"] as const;

export type MailId = keyof typeof mailPlaceholders;
/** Mails to an address that has to prove whose it is, or that is of nobody we know. */
type ProvingMailId =
  | "email_change"
  | "email_change_asked"
  | "contact_email_asked"
  | "referral_invite"
  | "helper_invited"
  | "helper_new_password"
  | "helper_ended"
  | HelperCopyMailId;
/** Copies of what was mailed to a patient, to whoever helps them. */
export type HelperCopyMailId = Extract<MailId, `helper_copy_${string}`>;
/** Mails to a patient: they go where the patient asked to be reached. */
export type PatientMailId = Exclude<MailId, `practice_${string}` | `staff_${string}` | ProvingMailId>;

/** The values a mail must be given. */
export type MailValues<Id extends MailId> = Readonly<Record<(typeof mailPlaceholders)[Id][number], string>>;

export const mailIds = Object.keys(mailPlaceholders) as [MailId, ...MailId[]];

export const Mail = z.strictObject({ subject: NonEmptyText, text: NonEmptyText });
export const MailsFile = z.strictObject({ note: NonEmptyText, mails: z.record(z.enum(mailIds), Mail) });
