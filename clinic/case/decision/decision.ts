import * as z from "zod/mini";
import { draftText } from "#clinic/work/draft-text.ts";
import type { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { Input } from "#contract/http/endpoint.ts";

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
  note: z.string(),
  declinereason: z.string(),
  reply: z.string(),
  /** Decided although rules could not run. */
  withoutanswers: z.boolean(),
  /** Why it's approved although a rule warns, or couldn't run. */
  overridereason: z._default(z.string(), ""),
});
export type Decision = z.output<typeof Decision>;

export const noDecision: Decision = {
  choices: {},
  note: "",
  declinereason: "",
  reply: "",
  withoutanswers: false,
  overridereason: "",
};

const asRequested: Choice = { kind: "approve" };
export const choiceOf = ({ choices }: Decision, productid: string): Choice => choices[productid] ?? asRequested;

export const withChoice = (decision: Decision, productid: string, choice: Choice): Decision => {
  const { [productid]: _, ...others } = decision.choices;
  return { ...decision, choices: choice.kind === "approve" ? others : { ...others, [productid]: choice } };
};

type Item = NonNullable<PatientRecord["requested"]>[number];
type Approval = NonNullable<Input<typeof care.approvePlan>["body"]>;

/** The body of the approval. What is empty is left out: the server then takes what was requested. */
export function approvalBody(decision: Decision, items: readonly Item[], revision: string): Approval {
  const body: Approval = { revision };
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
export function missingFrom(decision: Decision, items: readonly Item[]): Readonly<Record<string, string>> {
  const missing: Record<string, string> = {};
  for (const { productid } of items) {
    const choice = choiceOf(decision, productid);
    if (choice.kind === "replace" && !choice.pricingid) missing[productid] = "Choose what to prescribe instead.";
    else if (choice.kind === "later" && !choice.day) missing[productid] = "Choose the day it begins.";
    else if ("reason" in choice && choice.reason.trim() === "")
      missing[productid] = "Write the reason. The patient reads it.";
  }
  if (items.length === 0) missing["plan"] = "Nothing was requested, so there’s nothing to approve.";
  else if (items.every(({ productid }) => choiceOf(decision, productid).kind === "leave_out"))
    missing["plan"] = "Nothing would be left of this plan. Decline it instead.";
  return missing;
}

/** As a draft keeps it. */
export const decisionDraft = draftText(Decision, noDecision);
