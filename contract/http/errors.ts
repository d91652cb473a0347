/** The messages by which a client without error codes recognises a refused coupon (spec §5). */
export const couponTexts = {
  unauthorized: "Unauthorized request",
  notFound: "The coupon you entered does not exist, please check the code you entered.",
  stepCompleted: "You've already completed this step",
} as const;

/**
 * The closed list of error codes: HTTP status and the text a patient sees when the handler has no better one. Texts of spec §4, §5 and §8 are
 * verbatim.
 */
export const errors = {
  bad_request: [400, "Please check the fields marked below."],
  malformed: [400, "We couldn't read that request. Please reload the page and try again."],
  idempotency_key_malformed: [
    400,
    "The Idempotency-Key header takes 8 to 128 letters, digits and punctuation marks, with no spaces.",
  ],
  need_auth: [401, "Need auth"],
  token_expired: [401, "The incoming token has expired"],
  invalid_token: [401, "Invalid token"],
  wrong_credentials: [401, "That email and password don't match. Please check both, or use “Forgot password”."],
  session_ended: [401, "Your session has expired. Please log in again."],
  link_expired: [400, "This link has expired or was already used. Please ask for a new one."],
  api_key_required: [401, couponTexts.unauthorized],
  api_key_expired: [401, "This API key has expired or was revoked. Please use the one that replaced it."],
  staff_session_ended: [401, "You're signed out. Please sign in again."],
  staff_session_locked: [401, "Locked because nobody used it for a while. Please prove that it's you."],
  wrong_proof: [401, "That didn't work. Please try again, or prove it another way."],
  proof_required: [403, "Please prove that it's you first. This is asked again after five minutes."],
  reason_required: [
    403,
    "This patient isn't in your work now. Please say why you need the record. It counts for an hour.",
  ],
  forbidden: [403, "You don't have access to this."],
  scope_missing: [403, "This API key doesn't have a scope that this call needs."],
  step_ahead: [403, "Please finish the earlier steps first."],
  visit_stopped: [403, "We stopped this visit for your safety, so you can't order from it."],
  not_found: [404, "Not found"],
  coupon_not_found: [404, couponTexts.notFound],
  coupon_not_applicable: [409, "This code can't be used for this order."],
  coupon_expired: [409, "This code has expired."],
  coupon_used: [409, "This code has already been used."],
  step_completed: [409, couponTexts.stepCompleted],
  email_taken: [
    409,
    "We couldn't create an account with these details. If you already have one, please log in or reset your password.",
  ],
  last_administrator: [409, "This is the last administrator. Please make somebody else one first."],
  last_factor: [409, "This is the last thing you can sign in with. Please add another one first."],
  own_account: [409, "You can't do this to your own account. Please ask another administrator."],
  member_exists: [409, "Somebody with this email is in your team already."],
  doctor_needed: [409, "A physician decides in a doctor's name. Please choose a doctor nobody else has."],
  emergency_open: [
    409,
    "This patient described an emergency that isn't closed yet. Please look at it before you decide anything for them.",
  ],
  merged: [409, "This account became part of another one. Please use the record of that one."],
  claimed: [409, "Somebody else is working on this."],
  conflict: [409, "This has changed since you opened it. Please look at it again, then try again."],
  in_flight: [409, "We're still working on this. Please wait a moment."],
  override_required: [409, "A rule warns about this, or couldn't run. Please say why you prescribe it all the same."],
  wrong_state: [409, "This isn't possible right now."],
  quantity_above_prescribed: [409, "This is more than your doctor prescribed at one time. Please lower the quantity."],
  progestogen_needed: [409, "Your doctor prescribed two medicines that go together. Please order both."],
  on_subscription: [409, "This already comes with your treatment."],
  too_early: [409, "It's too early for this."],
  price_changed: [409, "A price has changed. Please look at the new total before you pay."],
  not_available_in_state: [409, "This isn't available in your state yet."],
  gone: [410, "This is no longer available. Please reload the page."],
  too_large: [413, "This file is larger than 25 MB. Please choose a smaller one."],
  body_too_large: [413, "That's too long for us to send. Please shorten it."],
  unsupported_type: [415, "Please upload a JPEG, PNG, TIFF, HEIC or PDF file."],
  unsupported_media: [415, "We can't read this kind of request."],
  idempotency_mismatch: [
    422,
    "This request was already made with different details. Please reload the page and try again.",
  ],
  unreadable_file: [422, "We couldn't read this file. Please try another photo or scan."],
  common_password: [422, "This password is too common to be safe. Please choose another one."],
  card_declined: [402, "Your card has been declined. Update your payment info to continue treatment."],
  insufficient_funds: [402, "Your payment failed due to insufficient funds."],
  expired_card: [402, "We have detected that your card has expired."],
  lost_card: [
    402,
    "We have detected that your card has been reported lost. Please contact your card issuer and update your payment details.",
  ],
  payment_pending: [
    409,
    "Your bank is still confirming this payment. We'll show the result here. Please don't pay again.",
  ],
  payment_action: [409, "Your bank wants you to confirm this payment. You won't be charged until you do."],
  no_payment_method: [409, "Please add a card first."],
  no_shipping_address: [409, "Please add a shipping address first."],
  unprintable: [422, "This has a letter we can't print yet. Please ask us for it in a message."],
  identity_attempts: [409, "We couldn't match your details. Please upload a photo ID, and a person will check it."],
  referral_not_found: [404, "We don't recognize this referral code. Please check the code you entered."],
  referral_own: [409, "This is your own code. Please share it with a friend."],
  referral_used: [409, "A referral code is already in use on your account."],
  not_issued: [404, "Your doctor hasn't written this letter yet. You can ask for it in a message."],
  no_purchases: [404, "You didn't buy anything this year, so there's nothing to show."],
  waits_for_clinician: [409, "A clinician has to look at what this patient told us before it's sent."],
  prescription_needed: [409, "Your doctor needs to approve this treatment before we can send it."],
  rate_limited: [429, "That was a lot of tries in a short while. Please wait a moment and try again."],
  internal: [500, "Something went wrong on our side. Please try again."],
  unavailable: [503, "Service unavailable. Try again later"],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;
export const errorStatus = (code: ErrorCode): number => errors[code][0];
export const errorMessage = (code: ErrorCode): string => errors[code][1];

/** Codes of a card that was declined. */
export const declineErrors = [
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "lost_card",
] as const satisfies readonly ErrorCode[];
export type DeclineErrorCode = (typeof declineErrors)[number];

/** Codes of every call that waits for a charge. */
export const paymentErrors = [
  ...declineErrors,
  "payment_pending",
  "payment_action",
] as const satisfies readonly ErrorCode[];
export type PaymentErrorCode = (typeof paymentErrors)[number];

/** Codes of every call that may charge the card on file. */
export const chargeErrors = [
  "no_payment_method",
  "no_shipping_address",
  ...paymentErrors,
  "price_changed",
] as const satisfies readonly ErrorCode[];

/** Codes of every call that may dispense what a doctor prescribed. */
export const fillErrors = [
  "step_ahead",
  "on_subscription",
  "prescription_needed",
  "quantity_above_prescribed",
  "too_early",
  "progestogen_needed",
] as const satisfies readonly ErrorCode[];

export type FillErrorCode = (typeof fillErrors)[number];

/** Codes of every call that takes a coupon. */
export const couponErrors = [
  "coupon_not_found",
  "coupon_not_applicable",
  "coupon_expired",
  "coupon_used",
] as const satisfies readonly ErrorCode[];

export type CouponErrorCode = (typeof couponErrors)[number];

/** Codes of every call that places an order. */
export const orderErrors = [
  ...chargeErrors,
  ...fillErrors,
  ...couponErrors,
  "wrong_state",
  "conflict",
  "not_available_in_state",
] as const satisfies readonly ErrorCode[];
export type OrderErrorCode = (typeof orderErrors)[number];

/** Codes any call may return, by its kind, without declaring them. */
export const commonErrors = {
  all: [
    "bad_request",
    "malformed",
    "body_too_large",
    "unsupported_media",
    "rate_limited",
    "internal",
    "unavailable",
    "not_found",
  ],
  patient: ["need_auth", "token_expired", "invalid_token", "session_ended"],
  clinic: [
    "api_key_required",
    "api_key_expired",
    "scope_missing",
    "staff_session_ended",
    "staff_session_locked",
    "proof_required",
    "claimed",
    "forbidden",
  ],
  staff: ["staff_session_ended", "staff_session_locked", "proof_required", "forbidden"],
  record: ["reason_required", "merged"],
  deciding: ["emergency_open", "merged"],
  idempotency: ["idempotency_key_malformed", "idempotency_mismatch", "in_flight"],
  upload: ["too_large", "unsupported_type", "unreadable_file"],
} as const satisfies Record<string, readonly ErrorCode[]>;

export type CommonErrorCode = (typeof commonErrors)[keyof typeof commonErrors][number];

/** An issue with one field in a 400 response: `path` is dotted (`answers.0.answer`), `message` is for the patient. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/** The one error shape of the API. */
export interface Problem {
  readonly message: string;
  readonly code: ErrorCode;
  readonly details?: { readonly fields?: readonly FieldIssue[]; readonly [key: string]: unknown };
}
