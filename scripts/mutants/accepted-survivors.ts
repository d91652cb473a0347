/**
 * Mutants that no test has to notice, each with its reason: what they do differently cannot be seen, or only costs time. A test holds how many there may
 * be, and that each is still there.
 */

export interface Accepted {
  readonly file: string;
  /** The line as it stands in the file, without what indents it. */
  readonly line: string;
  readonly kind: string;
  /** What the fault writes; any, where it isn't said. */
  readonly text?: string;
  readonly reason: string;
}

/** How many there are. Whoever adds one changes this, and says in the review why no test can notice it. */
export const mostAccepted = 29;

export const acceptedSurvivors: readonly Accepted[] = [
  {
    file: "server/prescriptions/fill-rule.ts",
    line: "if (consumesFill && (prescription?.refillsLeft ?? 0) < 1)",
    kind: "constant changed",
    text: "1",
    reason: "A line that consumes a fill has a prescription by then, which the compiler doesn't know.",
  },
  {
    file: "server/prescriptions/fill-rule.ts",
    line: "medicines.find(({ productid }) => productid === productId) ?? {",
    kind: "find() exchanged",
    reason: "No two products have the same id.",
  },
  {
    file: "server/prescriptions/load-fill-facts.ts",
    line: "select id from customer_order o where id = any(${ids}::uuid[]) and kind in ('onboarding', 'upsell')",
    kind: "SQL condition dropped",
    text: "",
    reason: "The set is only asked about these orders; this only saves reading all others.",
  },
  {
    file: "server/prescriptions/fills.ts",
    line: "if (id !== null)",
    kind: "condition dropped",
    text: "true",
    reason: "No prescription has no id; this only saves a statement.",
  },
  {
    file: "server/prescriptions/replace-prescription.ts",
    line: '.innerJoin("prescription", "prescription.id", "order_line.prescription_id")',
    kind: "innerJoin() exchanged",
    reason: "Its status is asked for, which a line without a prescription has not.",
  },
  {
    file: "server/dispensing/order-to-send.ts",
    line: "const line = lines.find(({ pricing_id }) => pricing_id === pricingid);",
    kind: "find() exchanged",
    reason:
      "An order has one line of a pricing: more of it is its quantity, and a list that names it twice is refused.",
  },
  {
    file: "server/dispensing/refused-boxes.ts",
    line: 'const alike = db.selectFrom("packed_box").where("packed_box.serial", "in", serials);',
    kind: "where() dropped",
    reason: "Each box that is found is compared with the packed ones again; this only saves reading all others.",
  },
  {
    file: "server/messages/conversations/conversation-access.ts",
    line: "if (missing.length === 0) return existing;",
    kind: "condition dropped",
    text: "false",
    reason: "Where none is missing the same rows are read again; this only saves a statement.",
  },
  {
    file: "contract/emergency/pauses.ts",
    line: "if (!phrase.required.every((part) => joined.positions.has(part))) return [];",
    kind: "condition dropped",
    text: "false",
    reason: "A phrase is not found where a part of it is missing; this only saves looking for it.",
  },
  {
    file: "contract/emergency/phrases.ts",
    line: 'const exact = alternative.startsWith("=");',
    kind: "startsWith() exchanged",
    reason: "The schema of the content allows the sign nowhere else.",
  },
  {
    file: "contract/emergency/spelling.ts",
    line: "for (let end = from + 1; end <= Math.min(word.length, from + maxPiece); end += 1)",
    kind: "sum turned",
    text: "-",
    reason: "A piece without letters is none, so beginning earlier only costs time.",
  },
  {
    file: "server/cart/cart-obstacles.ts",
    line: "if (!categories.some((each) => each === needs)) continue;",
    kind: "condition dropped",
    text: "false",
    reason: "Nothing of another category takes the obstacle away; this only saves trying it.",
  },
  {
    file: "contract/emergency/pauses.ts",
    line: "const [begin, end] = [starts[from] ?? 0, starts[to + 1] ?? start];",
    kind: "constant changed",
    text: "1",
    reason: "Each clause has a start, which the compiler doesn't know.",
  },
  {
    file: "server/emergency/emergency-reports.ts",
    line: "mail_at: nextMailAfter(1, onCall(services), clock.now()),",
    kind: "constant changed",
    text: "0",
    reason: "Somebody is always on call, so none mailed and one mailed are followed as soon.",
  },
  {
    file: "contract/emergency/phrases.ts",
    line: "return there.some((position) => position > from && position < to);",
    kind: "comparison shifted",
    reason: "At both ends is a comma, or nothing, which no phrase excludes.",
  },
  {
    file: "server/orders/payments/mismatch.ts",
    line: '.innerJoin("customer_order", "customer_order.id", "payment_mismatch.order_id")',
    kind: "innerJoin() exchanged",
    reason: "The database refuses a mismatch without its order.",
  },
  {
    file: "server/orders/payments/mismatch.ts",
    line: '.innerJoin("payment_intent", "payment_intent.order_id", "customer_order.id")',
    kind: "innerJoin() exchanged",
    reason: "An order and its charge are written in one transaction, so a mismatch always has one.",
  },
  {
    file: "server/auth/accounts/email-change.ts",
    line: '.innerJoin("email_change", "code_hash", "digest")',
    kind: "innerJoin() exchanged",
    reason: "The patient is joined by its change, so a link without one gives no row either way.",
  },
  {
    file: "server/auth/accounts/email-change-by-practice.ts",
    line: '.innerJoin("email_change", "stop_hash", "digest")',
    kind: "innerJoin() exchanged",
    reason: "The patient is joined by the change, so a link without one gives no row either way.",
  },
  {
    file: "server/growth/experiments/funnel.ts",
    line: "const width = 12 / steps;",
    kind: "constant changed",
    reason: "So far out the density is below 1e-27: summing to 11, 12 or 13 gives the same number.",
  },
  {
    file: "server/growth/experiments/funnel.ts",
    line: "let sum = density(from) + density(from + 12);",
    kind: "constant changed",
    reason: "So far out the density is below 1e-27: summing to 11, 12 or 13 gives the same number.",
  },
  {
    file: "server/orders/placing/place-order.ts",
    line: "return await failOrder(services, orderId, declineCodeOf[result.notCharged]);",
    kind: "await dropped",
    reason: "It asks no gateway, so it throws nothing that is caught there.",
  },
  {
    file: "server/auth/sessions/session-handoff.ts",
    line: 'sameSite: "lax",',
    kind: "field dropped",
    reason: "The plugin says lax by default; it stands there because it matters.",
  },
  {
    file: "server/prescriptions/timeline.ts",
    line: ").find(({ from, until }) => from <= day && day < until)?.box;",
    kind: "find() exchanged",
    reason: "Each span begins where the one before ends, so a day is in one of them.",
  },
  {
    file: "server/prescriptions/prescription-actions.ts",
    line: '.innerJoin("prescription", "prescription.id", "prescription_action.prescription_id")',
    kind: "innerJoin() exchanged",
    reason: "The database refuses an action without its prescription.",
  },
  {
    file: "server/payment/refunds/disputes.ts",
    line: '.innerJoin("payment_intent", "payment_intent.id", "dispute.payment_intent_id")',
    kind: "innerJoin() exchanged",
    reason: "The database refuses a dispute without its charge.",
  },
  {
    file: "server/prescriptions/dispensed-boxes.ts",
    line: '.orderBy("parcel"),',
    kind: "value exchanged",
    reason: "Parcels are counted as they leave, so their numbers and their times have one order.",
  },
  {
    file: "server/payment/charges/payment-intents.ts",
    line: "const attempt = chargeFor.length === 0 ? 1 : 1 + (await earlierAttempts(tx, input.patientId, chargeFor));",
    kind: "constant changed",
    text: "0",
    reason: "The key of a charge with nothing behind it has no attempt in it.",
  },
  {
    file: "server/care/decisions/rest-messages.ts",
    line: 'where("until_on", ">", today),',
    kind: "value exchanged",
    reason: "Each patient's breaks are asked about again under the lock; here it only saves locking others.",
  },
];
