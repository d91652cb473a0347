import * as z from "zod/mini";
import { isApiError } from "#app/api/api-error.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { missingOverride, missingRefills } from "#clinic/care/missing-fields.ts";
import { draftText } from "#clinic/work/draft-text.ts";
import { holderIn } from "#clinic/work/hold-claim.ts";
import type { RequestAction } from "#clinic/work/request-path.ts";
import type { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { medicineNames, type RequestToDecide, takesReason } from "./request.ts";

/** A decision as somebody writes it. */
const WrittenDecision = z.object({
  /** To the patient, with an approval. */
  note: z.string(),
  /** To the patient, why it's declined. */
  reason: z.string(),
  /** Why it's prescribed although a rule warns. */
  overridereason: z.string(),
  refills: z.string(),
  /** By product id. */
  directions: z.record(z.string(), z.string()),
});
export type WrittenDecision = z.output<typeof WrittenDecision>;

export const nothingWritten: WrittenDecision = {
  ...{ note: "", reason: "", overridereason: "", refills: "", directions: {} },
};

/** As a draft keeps it. */
export const decisionDraft = draftText(WrittenDecision, nothingWritten);

/** Where the directions of a product are written. */
export const directionsField = (productid: string): string => `directions.${productid}`;

/** What is missing before it can be sent, by field; the server has the last word. */
export function missingFromDecision(
  action: RequestAction,
  { reason, overridereason, refills }: WrittenDecision,
  request: RequestToDecide,
): Readonly<Record<string, string>> {
  if (action === "decline") return reason.trim() === "" ? { reason: "Please say why, in words for the patient." } : {};
  return {
    ...(request.kind === "renewal" && missingRefills(refills)),
    ...(takesReason(request) && missingOverride(overridereason)),
  };
}

type OverrideFields = Pick<
  NonNullable<Input<typeof care.approvePrescriptionRenewal>["body"]>,
  "despitewarning" | "override"
>;
const overrideFields = (request: RequestToDecide, written: WrittenDecision): OverrideFields => {
  if (!takesReason(request)) return {};
  const rules = request.rules.filter(({ level }) => level === "clinician").map(({ ruleid }) => ruleid);
  return { despitewarning: true, override: { rules, reason: written.overridereason.trim() } };
};

/** What approving a renewal sends. What is empty is left out: the server then takes what the prescription had. */
export function renewalBody(
  request: RequestToDecide,
  written: WrittenDecision,
  revision: string,
): NonNullable<Input<typeof care.approvePrescriptionRenewal>["body"]> {
  const [refills, directions] = [written.refills.trim(), Object.values(written.directions).join("").trim()];
  const note = written.note.trim();
  return {
    revision,
    ...(note !== "" && { note }),
    ...(refills !== "" && { refills: Number(refills) }),
    ...(directions !== "" && { directions }),
    ...overrideFields(request, written),
  };
}

/** What approving an upsell sends. What is empty is left out: the server then takes the catalogue's. */
export function upsellBody(
  request: RequestToDecide,
  written: WrittenDecision,
  revision: string,
): NonNullable<Input<typeof care.approveUpsell>["body"]> {
  const note = written.note.trim();
  const directions = Object.fromEntries(
    request.medicines.flatMap(({ productid }) => {
      const text = written.directions[productid]?.trim() ?? "";
      return text === "" ? [] : [[productid, text] as const];
    }),
  );
  return {
    revision,
    ...(note !== "" && { note }),
    ...(Object.keys(directions).length > 0 && { directions }),
    ...overrideFields(request, written),
  };
}

/** What was done, in a sentence. */
export function decidedText(action: RequestAction, request: RequestToDecide): string {
  const name = medicineNames(request);
  if (action === "decline") return `Declined: ${name}. The patient reads why.`;
  return request.kind === "renewal"
    ? `Renewed: ${name}. Orders that waited for this are planned again.`
    : `Approved: ${name}. The payment is taken, and it’s sent.`;
}

export type RequestProblem =
  /** The record isn't what was looked at any more. */
  | { readonly kind: "conflict"; readonly message: string }
  | { readonly kind: "claimed"; readonly holder: string }
  /** No answer came: it may have been decided or not. The same press again is safe. */
  | { readonly kind: "unclear" }
  /** `fields` are sentences by field. */
  | { readonly kind: "refused"; readonly message: string; readonly fields: Readonly<Record<string, string>> };

/** What stands in the way of a decision that was sent. */
export function requestProblem(error: unknown, request: RequestToDecide): RequestProblem {
  if (!isApiError(error) || isOutcomeUnknown(error)) return { kind: "unclear" };
  const { code, message, details } = error;
  if (code === "conflict") return { kind: "conflict", message };
  if (code === "claimed") return { kind: "claimed", holder: holderIn(details) };
  if (code === "override_required") return { kind: "refused", message, fields: { overridereason: message } };
  const fieldOf = (path: string) => {
    if (path === "override.reason") return "overridereason";
    return path === "directions" ? directionsField(request.medicines[0]?.productid ?? "") : path;
  };
  return {
    kind: "refused",
    message,
    fields: Object.fromEntries(error.fields.map((field) => [fieldOf(field.path), field.message])),
  };
}
