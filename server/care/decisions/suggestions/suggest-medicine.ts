import type { care } from "#contract/care/calls.ts";
import type { SuggestionQuote } from "#contract/care/suggestions.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { shipStateOf } from "#server/addresses/public.ts";
import { latestCase } from "#server/cases/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { requirePrintable } from "#server/platform/print/require-printable.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  insertSuggestion,
  openOrderOf,
  sealSuggestionTexts,
  settleSuggestion,
  suggestedCents,
  suggestionById,
} from "#server/treatment/public.ts";
import { findOpenEmergencyWarnings } from "../../chart/open-emergency-warning.ts";
import { requireRevision } from "../record-revision.ts";
import { decidingDoctor, requireStartDay } from "../treatment-change.ts";
import { requireWeighed, type RuleText } from "../warning-overrides.ts";
import { companionText, loadBeside, requireSuggestible, suggestedProduct } from "./suggestion-target.ts";

type SuggestionInput = Input<typeof care.suggestMedicine>["body"];

/**
 * Suggests adding a medicine the patient didn't ask for, and asks them; nothing is prescribed or charged before they agree. Refuses `bad_request` for a
 * product that needs no prescription, `not_available_in_state`, `conflict` for a record that has changed, and `wrong_state` with a sentence for what the
 * rules forbid, what the patient has, and what can't be sent. A rule that warns is refused until it's weighed. Joins the transaction of `db`.
 */
export function suggestMedicine(
  services: Services & Refuses<"not_available_in_state" | "wrong_state" | "conflict" | "override_required">,
  patientId: string,
  input: SuggestionInput,
  { asksForReason }: { readonly asksForReason: boolean },
): Promise<{ readonly id: string; readonly weighed: readonly RuleText[] }> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, input.revision);
    await requirePrintable({ directions: input.directions });
    requireStartDay(tx, input.beginson);
    const priced = suggestedProduct(tx, input);
    const { doctorId, warnings } = await requireSuggestible(tx, patientId, priced, input.doctorid);
    requireWeighed(tx, warnings, input, asksForReason);
    const id = newId();
    await insertSuggestion(tx.db, {
      ...{ id, patient_id: patientId, doctor_id: doctorId, status: "waiting" },
      ...{ product_id: input.productid, pricing_id: input.pricingid, begins_on: input.beginson ?? null },
      overridden_rules: warnings.map(({ ruleid }) => ruleid).join(" "),
      ...sealSuggestionTexts(tx.secrets, id, { directions: input.directions, note: input.note }),
      created_at: tx.clock.now(),
    });
    await postNote(tx, patientId, { doctorId, text: input.note, clientId: id, sendsMail: false });
    await notifyAndMail(tx, { patientId, template: "suggestion_to_answer", values: {}, dedupeKey: id });
    return { id, weighed: warnings };
  });
}

/** What suggesting it would mean, without doing it. */
export function quoteSuggestion(
  services: Services & Refuses<"not_available_in_state" | "wrong_state">,
  patientId: string,
  requested: Pick<SuggestionInput, "productid" | "pricingid" | "beginson" | "doctorid">,
): Promise<SuggestionQuote> {
  return inTransaction(services, async (tx) => {
    requireStartDay(tx, requested.beginson);
    const priced = suggestedProduct(tx, requested);
    const { product, pricing } = priced;
    const beside = await loadBeside(tx, patientId);
    const weighed = await requireSuggestible(tx, patientId, priced, requested.doctorid).catch((error: unknown) => {
      if (error instanceof Refusal && error.code !== "bad_request") return error.text(services.content);
      throw error;
    });
    const obstacle = typeof weighed === "string" ? weighed : null;
    return {
      price: toDollars(suggestedCents(tx.content, priced, await shipStateOf(tx.db, patientId))),
      dayssupply: pricing.dayssupply,
      begins: `${startText(requested.beginson)} Everything else they take goes on as before. If they don’t answer, nothing changes.`,
      consent: "They’re asked to. It’s charged and sent the day they agree; until then they aren’t charged for it.",
      companion: companionText(tx.content, product.productid, beside),
      directions: product.howtouse,
      refills: pricing.refills,
      obstacle,
      warnings:
        typeof weighed === "string"
          ? []
          : [...(await findOpenEmergencyWarnings(tx.db, patientId)), ...weighed.warnings].map(({ ruleid, text }) => ({
              ruleid,
              text,
            })),
    };
  });
}

const startText = (day: string | undefined): string =>
  day === undefined
    ? "They start it when it comes, after they agreed."
    : `They start it on ${formatDay(day)}, or when it comes if that’s later.`;

/** Takes back what waits for the patient, who reads why. Refuses `wrong_state` where they have answered. Joins the transaction of `db`. */
export function withdrawSuggestion(
  services: Services & Refuses<"wrong_state">,
  { patientId, suggestionId }: { readonly patientId: string; readonly suggestionId: string },
  { note, doctorid }: Input<typeof care.withdrawSuggestion>["body"],
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    const [found, latest] = [await suggestionById(tx.db, suggestionId), await latestCase(tx.db, patientId)];
    if (!found || !latest) throw new Refusal("not_found");
    const doctorId = await decidingDoctor(tx, latest, doctorid);
    if (found.status !== "waiting") throw tx.refuse("wrong_state", { message: settled[found.status] });
    if ((await openOrderOf(tx.db, found)) !== null)
      throw tx.refuse("wrong_state", {
        message: "The patient has just agreed, and the bank confirms the payment. Once it’s paid, stop the medicine.",
      });
    await settleSuggestion(tx.db, found.id, "withdrawn", tx.clock.now());
    await postNote(tx, patientId, { doctorId, text: note, clientId: newId(), sendsMail: true });
  });
}

const settled = {
  agreed: "The patient has agreed to it. To end it, stop the medicine.",
  declined: "The patient has said no to it.",
  withdrawn: "It’s withdrawn already.",
} as const;

/** Posts what the doctor wrote to the conversation. It answers no message of the patient. */
async function postNote(
  services: TxServices,
  patientId: string,
  {
    doctorId,
    ...message
  }: { readonly doctorId: string; readonly text: string; readonly clientId: string; readonly sendsMail: boolean },
): Promise<void> {
  const author = { role: "doctor", doctorId } as const;
  await postMessage(services, { patientId, kind: "doctor", author, answersSeq: 0, ...message });
}
