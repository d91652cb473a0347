import { z } from "zod";
import { Words } from "./shapes.ts";

/** The placeholders each mail may use, `{{link}}` and so on. `brand`, `supportemail` and `year` are open to all. */
export const mailPlaceholders = {
  recovery: ["firstname", "link", "minutes"],
  signup_known_email: ["firstname", "loginlink", "recoverylink"],
  welcome: ["firstname", "link"],
  email_change: ["firstname", "link", "minutes"],
  email_changed: ["firstname", "newemail"],
  password_changed: ["firstname", "recoverylink"],
  order_confirmation: ["firstname", "ordernumber", "total", "link"],
  order_placed: ["firstname", "ordernumber", "total", "link"],
  receipt: ["firstname", "ordernumber", "total", "link"],
  plan_approved: ["firstname", "ordernumber", "total", "link"],
  plan_declined: ["firstname", "ordernumber", "link"],
  order_shipped: ["firstname", "ordernumber", "carrier", "tracking", "link"],
  payment_failed: ["firstname", "total", "link"],
  payment_review: ["firstname"],
  payment_released: ["firstname"],
  hold_lapsed: ["firstname", "ordernumber", "link"],
  practice_payment_differs: ["order", "expected", "found", "taken", "payment"],
  charge_reminder: ["firstname", "date", "total", "skiplink", "pauselink", "cancellink"],
  subscription_paused: ["firstname", "date", "link"],
  subscription_cancelled: ["firstname", "date", "link"],
  new_message: ["firstname", "link"],
  referral_invite: ["sender", "link"],
} as const satisfies Record<string, readonly string[]>;

export const commonPlaceholders = ["brand", "supportemail", "year"] as const;

export type MailId = keyof typeof mailPlaceholders;
/** The values a mail must be given. */
export type MailValues<Id extends MailId> = Readonly<Record<(typeof mailPlaceholders)[Id][number], string>>;

export const mailIds = Object.keys(mailPlaceholders) as [MailId, ...MailId[]];

export const Mail = z.strictObject({ subject: Words, text: Words });
export const MailsFile = z.strictObject({ note: Words, mails: z.record(z.enum(mailIds), Mail) });
