import * as z from "zod/mini";
import { followupDayOf } from "#clinic/care/followup-day-field.tsx";
import { draftText } from "#clinic/work/draft-text.ts";
import type { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { toCents } from "#contract/fields/numbers.ts";
import type { Input } from "#contract/http/endpoint.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { Prescribed } from "./prescribed.ts";

/** What is decided about one requested product. */
const Choice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("approve") }),
  z.object({ kind: z.literal("leave_out"), reason: z.string() }),
  z.object({
    kind: z.literal("replace"),
    productid: z.string(),
    pricingid: z.string(),
    reason: z.string(),
    despitewarning: z.boolean(),
  }),
  z.object({ kind: z.literal("later"), day: z.string() }),
]);
export type Choice = z.output<typeof Choice>;

/** A decision as it is being made, and whatever is written beside it. A product without a choice is approved as requested. */
export const Decision = z.object({
  choices: z.record(z.string(), Choice),
  /** What somebody wrote of a prescription, by requested product; a field that is left alone has the catalogue's. */
  prescribed: z._default(
    z.record(z.string(), z.object({ directions: z.optional(z.string()), refills: z.optional(z.string()) })),
    {},
  ),
  note: z.string(),
  declinereason: z.string(),
  reply: z.string(),
  /** Decided although rules could not run. */
  withoutanswers: z.boolean(),
  /** Why it's approved although a rule warns, or couldn't run. */
  overridereason: z._default(z.string(), ""),
  /** The day of the next review. */
  followupon: z._default(z.string(), ""),
});
export type Decision = z.output<typeof Decision>;

export const noDecision: Decision = {
  choices: {},
  prescribed: {},
  note: "",
  declinereason: "",
  reply: "",
  withoutanswers: false,
  overridereason: "",
  followupon: "",
};

const asRequested: Choice = { kind: "approve" };
export const choiceOf = ({ choices }: Decision, productid: string): Choice => choices[productid] ?? asRequested;

/** Another product has directions and refills of its own, so what was written for the one before is dropped with it. */
export const withChoice = (decision: Decision, productid: string, choice: Choice): Decision => {
  const { [productid]: before, ...others } = decision.choices;
  const { [productid]: _, ...prescribed } = decision.prescribed;
  const isOther = pricingOf(before) !== pricingOf(choice);
  return {
    ...decision,
    choices: choice.kind === "approve" ? others : { ...others, [productid]: choice },
    prescribed: isOther ? prescribed : decision.prescribed,
  };
};

const pricingOf = (choice: Choice | undefined): string | null =>
  choice?.kind === "replace" ? `${choice.productid} ${choice.pricingid}` : null;

/** The same, with something written of what is prescribed. */
export const withPrescribed = (
  decision: Decision,
  productid: string,
  fields: Partial<Pick<Prescribed, "directions" | "refills">>,
): Decision => ({
  ...decision,
  prescribed: { ...decision.prescribed, [productid]: { ...decision.prescribed[productid], ...fields } },
});

type Item = NonNullable<PatientRecord["requested"]>[number];
type Approval = NonNullable<Input<typeof care.approvePlan>["body"]>;

/** What is prescribed of each requested product, as it's on the screen. */
export type PrescribedOf = (decision: Decision, item: Item) => Prescribed | null;

/** The body of the approval: what was seen is what is sent. Any other empty field is left out: the server then takes what was requested. */
export function approvalBody(
  decision: Decision,
  items: readonly Item[],
  revision: string,
  prescribedOf: PrescribedOf,
): Approval {
  const body: Approval = { revision, ...followupDayOf(decision) };
  const directions: Record<string, string> = {};
  const refills: Record<string, number> = {};
  for (const item of items) {
    const prescribed = prescribedOf(decision, item);
    if (!prescribed) continue;
    directions[item.productid] = prescribed.directions.trim();
    refills[item.productid] = Number(prescribed.refills);
  }
  if (Object.keys(directions).length > 0) Object.assign(body, { directions, refills });
  const note = decision.note.trim();
  if (note) body.note = note;
  for (const { productid } of items) {
    const choice = choiceOf(decision, productid);
    if (choice.kind === "leave_out") body.declined = { ...body.declined, [productid]: choice.reason.trim() };
    else if (choice.kind === "later") body.start = { ...body.start, [productid]: choice.day };
    else if (choice.kind === "replace") {
      const { productid: other, pricingid, despitewarning } = choice;
      const replacement = { productid: other, pricingid, reason: choice.reason.trim() };
      body.replaced = {
        ...body.replaced,
        [productid]: despitewarning ? { ...replacement, despitewarning } : replacement,
      };
    }
  }
  return body;
}

/** What is missing before this can be sent, by product id; `plan` for the plan as a whole. */
export function missingFrom(
  decision: Decision,
  items: readonly Item[],
  prescribedOf: PrescribedOf,
): Readonly<Record<string, string>> {
  const missing: Record<string, string> = {};
  for (const item of items) {
    const { productid } = item;
    const choice = choiceOf(decision, productid);
    const prescribed = prescribedOf(decision, item);
    if (choice.kind === "replace" && !choice.pricingid) missing[productid] = "Choose what to prescribe instead.";
    else if (choice.kind === "later" && !choice.day) missing[productid] = "Choose the day it begins.";
    else if ("reason" in choice && choice.reason.trim() === "")
      missing[productid] = "Write the reason. The patient reads it.";
    else if (item.prescription && choice.kind !== "leave_out" && prescribed === null)
      missing[productid] = "What it’s prescribed with isn’t loaded yet. Load the page again.";
    else if (prescribed?.directions.trim() === "") missing[productid] = "Write how it’s used.";
    else if (prescribed && !/^(?:\d|1[0-2])$/.test(prescribed.refills.trim()))
      missing[productid] = "Enter a number of refills from 0 to 12.";
  }
  if (items.length === 0) missing["plan"] = "Nothing was requested, so there’s nothing to approve.";
  else if (items.every(({ productid }) => choiceOf(decision, productid).kind === "leave_out"))
    missing["plan"] = "Nothing would be left of this plan. Decline it instead.";
  return missing;
}

export interface Charge {
  /** Captured from the card now, cents. */
  readonly now: number;
  /** Held on the card or paid, and given back, cents. */
  readonly back: number;
  /** Something is charged on its own later. */
  readonly later: boolean;
}

/** What a decision costs the patient: what isn't in the first parcel isn't charged with it, and with an empty parcel nothing is. */
export function chargeOf(decision: Decision, order: Order): Charge {
  const lines = order.detail.filter(({ cancelled }) => !cancelled);
  const left = lines.filter(({ productid }) => choiceOf(decision, productid).kind !== "approve");
  const total = toCents(order.summary.totalamount) - toCents(order.refunded);
  const back =
    left.length === lines.length
      ? total
      : Math.min(
          total,
          left.reduce((sum, line) => sum + toCents(line.total), 0),
        );
  const later = left.some(({ productid }) => choiceOf(decision, productid).kind !== "leave_out");
  return { now: total - back, back, later };
}

/** As a draft keeps it. */
export const decisionDraft = draftText(Decision, noDecision, ({ prescribed }) => Object.keys(prescribed).length > 0);
