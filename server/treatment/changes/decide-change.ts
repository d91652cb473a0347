import { formatCents, toCents } from "#contract/fields/numbers.ts";
import { shipStateOf } from "#server/addresses/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { discontinuePrescription, prescribeReplacement } from "#server/prescriptions/public.ts";
import { chargeDue } from "../billing/charge-due.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import type { PrescriptionOrderRow } from "../queries.ts";
import {
  findTreatmentChange,
  type TreatmentChangeRow,
  settleTreatmentChange,
  openTreatmentChangeTexts,
} from "../snapshot/change-queries.ts";
import { actOnTreatment, withLockedTreatment } from "../snapshot/lock-treatment.ts";
import {
  type TreatmentSnapshot,
  isInTreatment,
  scheduledPrescriptionOrder,
  subscriptionIn,
} from "../snapshot/treatment-snapshot.ts";
import { applyTreatmentChange } from "./apply-change.ts";
import { withLastingBridge } from "./bridge.ts";
import { changeObjection } from "./change-objection.ts";
import { canAgree, changedPriceCents, findPricedProduct, withTax } from "./change-rules.ts";
import { refusalMessage } from "./change-sentences.ts";

interface ChangeDecision {
  readonly patientId: string;
  readonly changeId: string;
}

/**
 * The patient agrees to the replacement the doctor prescribed, at the price they were shown, in dollars; it ships from the next prescription
 * order on, which is charged here where the doctor has it begin now, or on a day so near that it's sent now. Returns a sentence. A repeat changes nothing. Refuses with `not_found`,
 * `wrong_state`, and `price_changed` if the price is not today's. Call it outside a transaction.
 */
export async function agreeToTreatmentChange(
  services: Services & Refuses<"price_changed" | "wrong_state">,
  decision: ChangeDecision & { readonly price: number; readonly afterAll?: boolean | undefined },
): Promise<string> {
  const { begins, text } = await decideToAgree(services, decision);
  if (!hasOwnDay({ begins })) return text;
  await chargeDue(services, decision.patientId);
  const change = await findTreatmentChange(services.db, decision.patientId, decision.changeId);
  return change ? toText(services.content, await agreedSentence(services, change, decision.patientId)) : text;
}

const decideToAgree = (
  services: Services & Refuses<"price_changed" | "wrong_state">,
  { price, ...decision }: ChangeDecision & { readonly price: number; readonly afterAll?: boolean | undefined },
) =>
  decideOnTreatmentChange(services, decision, "agreed", async (txServices, snapshot, change) => {
    const { content, db, secrets } = txServices;
    const subscription = subscriptionIn(snapshot, change.subscription_id);
    const objection = await changeObjection(txServices, change);
    const replacement = findPricedProduct(content, change.to_product_id, change.to_pricing_id);
    if (objection !== null || !replacement)
      throw services.refuse("wrong_state", { message: objection ?? sentence("treatment.change_not_offered") });
    const cents = changedPriceCents(content, change, subscription.quantity);
    const total = withTax(content, change.to_product_id, cents, await shipStateOf(db, decision.patientId));
    if (toCents(price) !== total)
      throw services.refuse("price_changed", {
        message: sentence("treatment.change_other_price", { total: formatCents(total) }),
      });
    const agreed = await withLastingBridge(db, content, snapshot, { subscription, change });
    await applyTreatmentChange(
      txServices,
      snapshot,
      { ...agreed, ...openTreatmentChangeTexts(secrets, agreed) },
      replacement,
      {
        replace: discontinuePrescription,
        prescribe: prescribeReplacement,
      },
    );
  });

/**
 * The patient declines: what they have continues as before, unless the doctor stopped it, and the doctor gets a message. Returns a sentence. Refuses with
 * `not_found`, `wrong_state`.
 */
export const refuseTreatmentChange = async (
  services: Services & Refuses<"wrong_state">,
  decision: ChangeDecision,
): Promise<string> => (await decideToRefuse(services, decision)).text;

const decideToRefuse = (services: Services & Refuses<"wrong_state">, decision: ChangeDecision) =>
  decideOnTreatmentChange(services, decision, "refused", async (txServices, snapshot, change) => {
    await postMessage(txServices, {
      patientId: change.patient_id,
      kind: "doctor",
      author: { role: "patient" },
      text: toText(txServices.content, refusalMessage(isInTreatment(snapshot, change.subscription_id))),
      clientId: change.id,
    });
  });

function decideOnTreatmentChange<Code extends "wrong_state" | "price_changed">(
  services: Services & Refuses<Code | "wrong_state">,
  { patientId, changeId, afterAll = false }: ChangeDecision & { readonly afterAll?: boolean | undefined },
  wanted: "agreed" | "refused",
  act: (
    tx: TxServices & Refuses<Code | "wrong_state">,
    snapshot: TreatmentSnapshot,
    change: TreatmentChangeRow,
  ) => Promise<void>,
): Promise<{ readonly begins: TreatmentChangeRow["begins"]; readonly text: string }> {
  return actOnTreatment(services, patientId, {
    load: ({ db }) => findTreatmentChange(db, patientId, changeId),
    obstacle: ({ clock }, snapshot, change) => {
      const { status } = change;
      if (status === "waiting" || status === wanted) return null;
      const isOpen =
        wanted === "agreed" &&
        afterAll &&
        canAgree(change, subscriptionIn(snapshot, change.subscription_id), clock.now());
      return isOpen ? null : { code: "wrong_state", message: settledSentences[status] };
    },
    perform: async (tx, snapshot, change) => {
      if (change.status !== wanted) {
        await act(tx, snapshot, change);
        if (change.status === "refused") await postAgreement(tx, change);
        const from = change.status === "refused" ? "refused" : "waiting";
        await settleTreatmentChange(tx.db, change.id, wanted, tx.clock.now(), from);
        // What they have is used faster from now on, or as before it was asked.
        if (change.until_pace !== null) await planCharges(tx, patientId);
      }
      const refused = change.until === "stop" ? "treatment.change_refused_stopped" : "treatment.change_refused";
      const outcome = wanted === "refused" ? sentence(refused) : await agreedSentence(tx, change, patientId);
      return { begins: change.begins, text: toText(tx.content, outcome) };
    },
  });
}

/** The doctor, who has the refusal, reads that it's taken back. */
const postAgreement = async (tx: TxServices, { patient_id }: TreatmentChangeRow): Promise<void> =>
  void (await postMessage(tx, {
    patientId: patient_id,
    kind: "doctor",
    author: { role: "patient" },
    text: toText(tx.content, sentence("treatment.change_agree_message")),
    clientId: newId(),
  }));

const settledSentences: Readonly<Record<Exclude<TreatmentChangeRow["status"], "waiting">, Sentence>> = {
  agreed: sentence("treatment.change_agreed_already"),
  refused: sentence("treatment.change_refused_already"),
  withdrawn: sentence("treatment.change_withdrawn"),
};

/** What comes next after the patient agreed. */
const agreedSentence = (
  services: Services | TxServices,
  { subscription_id, begins, begins_on }: TreatmentChangeRow,
  patientId: string,
): Promise<Sentence> =>
  withLockedTreatment(services, patientId, async (_services, snapshot) => {
    const planned = scheduledPrescriptionOrder(snapshot, subscription_id);
    if (planned?.begins === "now" && planned.failed_on !== null) return sentence("treatment.change_agreed_unpaid");
    if (planned?.begins === "now" && planned.begins_on !== null)
      return sentence("treatment.change_agreed_day", {
        charge: formatDay(planned.charge_on),
        day: formatDay(planned.begins_on),
      });
    const isSent = ({ subscription_id: id, begins: how, status }: PrescriptionOrderRow) =>
      id === subscription_id && how === "now" && status === "ordered";
    if (hasOwnDay({ begins }) && planned?.begins !== "now" && snapshot.prescriptionOrders.some(isSent))
      return sentWords(begins_on, snapshot.today);
    return planned === undefined
      ? sentence("treatment.change_agreed")
      : sentence("treatment.change_agreed_from", { day: formatDay(planned.charge_on) });
  });

/** It's charged on a day of its own, not with the next order. */
const hasOwnDay = ({ begins }: Pick<TreatmentChangeRow, "begins">): boolean => begins !== "when_box_ends";

/** What is said of one that is paid: when to start it, and that its day has passed. */
function sentWords(beginsOn: string | null, today: string): Sentence {
  if (beginsOn === null) return sentence("treatment.change_agreed_now");
  return beginsOn > today
    ? sentence("treatment.change_agreed_day_paid", { day: formatDay(beginsOn) })
    : sentence("treatment.change_agreed_late");
}
