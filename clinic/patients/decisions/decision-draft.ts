import * as z from "zod/mini";
import { followupDayOf } from "#clinic/care/followup-day-field.tsx";
import { missingOverride, missingRefills } from "#clinic/care/missing-fields.ts";
import { type PreparedTask, preparedValues } from "#clinic/care/prepared/prepared-fields.ts";
import { draftText } from "#clinic/work/draft-text.ts";
import type { FieldNames } from "#clinic/work/act.ts";
import type { DecisionAction } from "#clinic/work/decision-path.ts";
import type { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { medicineNames, type RenewalOrUpsell, takesReason } from "./renewal-or-upsell.ts";

/** A decision as somebody writes it. */
const DecisionDraft = z.object({
  /** To the patient, with an approval. */
  note: z.string(),
  /** To the patient, why it's declined. */
  reason: z.string(),
  /** Why it's prescribed although a rule warns. */
  overridereason: z.string(),
  refills: z.string(),
  /** By product id. */
  directions: z.record(z.string(), z.string()),
  /** The day of the next review. */
  followupon: z._default(z.string(), ""),
});
export type DecisionDraft = z.output<typeof DecisionDraft>;

export const noDecision: DecisionDraft = {
  ...{ note: "", reason: "", overridereason: "", refills: "", directions: {}, followupon: "" },
};

/** As it is saved. */
export const decisionDraft = draftText(DecisionDraft, noDecision);

/** What is prepared of a renewal, by the names of what the deciding call takes. */
export const decisionValues = (
  { medicines: [medicine] }: Pick<RenewalOrUpsell, "medicines">,
  { note, reason, refills, followupon, directions }: DecisionDraft,
): Readonly<Record<string, string | undefined>> => ({
  ...{ note, reason, refills, followupon },
  directions: directions[medicine?.productid ?? ""],
});

/** A draft that begins with what was prepared; empty where nothing was. */
export function preparedDecision(
  { medicines: [medicine] }: Pick<RenewalOrUpsell, "medicines">,
  task: PreparedTask | undefined,
): string {
  const { directions = "", ...values } = preparedValues(task);
  return decisionDraft.toText({
    ...{ ...noDecision, note: values["note"] ?? "", reason: values["reason"] ?? "", refills: values["refills"] ?? "" },
    ...{ followupon: values["followupon"] ?? "" },
    directions: medicine && directions !== "" ? { [medicine.productid]: directions } : {},
  });
}

/** Where the directions of a product are written. */
export const directionsField = (productid: string): string => `directions.${productid}`;

/** What is missing before it can be sent, by field; the server has the last word. */
export function missingFromDecision(
  action: DecisionAction,
  { reason, overridereason, refills }: DecisionDraft,
  item: RenewalOrUpsell,
): Readonly<Record<string, string>> {
  if (action === "decline") return reason.trim() === "" ? { reason: "Please say why, in words for the patient." } : {};
  return {
    ...(item.kind === "renewal" && missingRefills(refills)),
    ...(takesReason(item) && missingOverride(overridereason)),
  };
}

type OverrideFields = Pick<
  NonNullable<Input<typeof care.approvePrescriptionRenewal>["body"]>,
  "despitewarning" | "override"
>;
const overrideFields = (item: RenewalOrUpsell, draft: DecisionDraft): OverrideFields => {
  if (!takesReason(item)) return {};
  const rules = item.rules.filter(({ level }) => level === "clinician").map(({ ruleid }) => ruleid);
  return { despitewarning: true, override: { rules, reason: draft.overridereason.trim() } };
};

/** What approving a renewal sends. What is empty is left out: the server then takes what the prescription had. */
export function renewalBody(
  item: RenewalOrUpsell,
  draft: DecisionDraft,
  revision: string,
): NonNullable<Input<typeof care.approvePrescriptionRenewal>["body"]> {
  const [refills, directions] = [draft.refills.trim(), Object.values(draft.directions).join("").trim()];
  const note = draft.note.trim();
  return {
    revision,
    ...(note !== "" && { note }),
    ...(refills !== "" && { refills: Number(refills) }),
    ...(directions !== "" && { directions }),
    ...followupDayOf(draft),
    ...overrideFields(item, draft),
  };
}

/** What approving an upsell sends. What is empty is left out: the server then takes the catalogue's. */
export function upsellBody(
  item: RenewalOrUpsell,
  draft: DecisionDraft,
  revision: string,
): NonNullable<Input<typeof care.approveUpsell>["body"]> {
  const note = draft.note.trim();
  const directions = Object.fromEntries(
    item.medicines.flatMap(({ productid }) => {
      const text = draft.directions[productid]?.trim() ?? "";
      return text === "" ? [] : [[productid, text] as const];
    }),
  );
  return {
    revision,
    ...(note !== "" && { note }),
    ...(Object.keys(directions).length > 0 && { directions }),
    ...followupDayOf(draft),
    ...overrideFields(item, draft),
  };
}

/** What was done, in a sentence. */
export function decidedText(action: DecisionAction, item: RenewalOrUpsell): string {
  const name = medicineNames(item);
  if (action === "decline") return `Declined: ${name}. The patient reads why.`;
  return item.kind === "renewal"
    ? `Renewed: ${name}. Orders that waited for this are planned again.`
    : `Approved: ${name}. The payment is taken, and it’s sent.`;
}

/** Where the form says what the server says of a decision. */
export const fieldsOf = ({ medicines }: RenewalOrUpsell): FieldNames => ({
  ofPath: (path) => {
    if (path === "override.reason") return "overridereason";
    return path === "directions" ? directionsField(medicines[0]?.productid ?? "") : path;
  },
  ofCode: { override_required: "overridereason" },
});
