import { z } from "zod";
import { Notification } from "#contract/notifications.ts";
import { NonEmptyText } from "../fields.ts";

/** The placeholders each notification may use, `{{total}}` and so on; those ending in `id` are for its `href`. */
export const notificationPlaceholders = {
  order_confirmation: ["ordernumber", "orderid"],
  order_placed: ["ordernumber", "orderid"],
  plan_approved: ["ordernumber", "total", "orderid"],
  plan_approved_in_part: ["ordernumber", "total", "refund", "orderid"],
  plan_declined: ["ordernumber"],
  hold_lapsed: ["ordernumber"],
  order_withdrawn: ["ordernumber", "orderid"],
  order_shipped: ["ordernumber", "carrier", "orderid"],
  order_part_shipped: ["ordernumber", "carrier", "orderid"],
  order_part_delivered: ["ordernumber", "orderid"],
  order_returned: ["ordernumber"],
  order_sent_back: ["ordernumber", "date"],
  fill_voided: ["ordernumber", "orderid"],
  order_delivered: ["ordernumber", "orderid"],
  order_refunded: ["ordernumber", "total", "orderid"],
  renewal_charged: ["ordernumber", "total", "orderid"],
  charge_reminder: ["date", "total"],
  payment_failed: ["total", "retrydate"],
  payment_failed_last: ["total"],
  payment_review: ["orderid"],
  payment_released: ["orderid"],
  card_missing: [],
  card_refused: ["last4"],
  address_needed: [],
  identity_refused: [],
  renewal_asked: [],
  rules_changed: [],
  rules_stop: [],
  renewal_approved: [],
  renewal_declined: [],
  supply_changed: [],
  change_to_agree: [],
  suggestion_to_answer: [],
  first_differs: [],
  first_to_agree: [],
  supply_skipped: ["date", "subscriptionid"],
  supply_unskipped: ["date", "subscriptionid"],
  supply_moved: ["date", "subscriptionid"],
  subscription_restarted: ["date", "subscriptionid"],
  supply_cancelled: ["subscriptionid"],
  supply_refunded: ["total", "subscriptionid"],
  subscription_paused: ["date"],
  one_subscription_paused: ["date"],
  subscription_resumed: ["next"],
  offer_taken: ["percent", "what"],
  subscription_cancelled: [],
  one_subscription_cancelled: [],
  answers_told: [],
  done_as_asked: [],
  charge_asked: ["total"],
  credit_given: ["amount"],
  credit_withdrawn: ["amount"],
  contact_changed: ["what"],
  email_change_begun: [],
  request_answered: [],
  letter_issued: [],
  care_ends: [],
  subscriptions_merged: ["rest"],
  care_goes_on: [],
  care_open_again: [],
  care_ended: [],
  doctor_away: ["person", "day", "cover"],
  referral_reward: ["reward"],
  email_changed: [],
  password_changed: [],
} as const satisfies Record<string, readonly string[]>;

export type TemplateId = keyof typeof notificationPlaceholders;
/** The values a notification must be given. */
export type TemplateValues<Id extends TemplateId> = Readonly<
  Record<(typeof notificationPlaceholders)[Id][number], string>
>;

export const templateIds = Object.keys(notificationPlaceholders) as [TemplateId, ...TemplateId[]];

export const Template = z.strictObject({
  kind: Notification.shape.kind,
  title: NonEmptyText,
  description: NonEmptyText,
  /** Own path. */
  href: z.string().regex(/^\/[a-z_{}-]+(?:\/[a-z_{}-]*)*$/, "must be a path of the app"),
  /** The mail of the same name, which the patient may opt out of. */
  mail: z.literal("updates").optional(),
});
export const NotificationsFile = z.strictObject({
  note: NonEmptyText,
  notifications: z.record(z.enum(templateIds), Template),
});
