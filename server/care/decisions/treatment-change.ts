import type { care } from "#contract/care/calls.ts";
import type { TreatmentChangeQuote } from "#contract/care/prescribing.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Input } from "#contract/http/endpoint.ts";
import type { ChangeBegins } from "#contract/treatment/changes.ts";
import { requireStateServed, shipStateOf } from "#server/addresses/public.ts";
import { type CaseRow, latestCase, treatingDoctor } from "#server/cases/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { postMessage } from "#server/messages/public.ts";
import { contraindicationsFor } from "#server/onboarding/public.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { requirePrintable } from "#server/platform/print/require-printable.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { prescribeReplacement, discontinuePrescription, activePrescriptions } from "#server/prescriptions/public.ts";
import {
  firstChargeOfChange,
  treatmentChangeObstacle,
  loadTreatmentChangeTarget,
  type TreatmentChangeResult,
  type TreatmentChangeTarget,
  treatmentChangeTerms,
  makeTreatmentChange,
  currentAndPendingProducts,
  lastsUntil,
  subscriptionIn,
  withdrawTreatmentChange,
  type WithdrawObstacle,
} from "#server/treatment/public.ts";
import { findOpenEmergencyWarnings } from "../chart/open-emergency-warning.ts";
import { requireLicensedDoctor } from "../matching/assign-doctor.ts";
import { setFollowupDay } from "./followup-day.ts";
import { requireRevision } from "./record-revision.ts";
import { requireWeighed, type RuleText } from "./warning-overrides.ts";

/** Whether the patient has this follow-up. */
export type HasFollowup = (db: Tx, patientId: string, followupId: string) => Promise<boolean>;

type TreatmentChangeInput = Input<typeof care.changeTreatment>["body"];

/** What a change is asked for, however far it gets. */
type Requested = Pick<
  TreatmentChangeInput,
  "productid" | "pricingid" | "doctorid" | "begins" | "beginson" | "until" | "untilpace"
>;
/** As a change began before anybody could say when. */
const defaultBegins = "when_box_ends";
const defaultUntil = "go_on";

type ChangeRefusals = Refuses<"not_available_in_state" | "wrong_state">;

/**
 * Changes the product a subscription supplies. Refuses `bad_request` for a product that needs no prescription, `not_available_in_state`,
 * and `wrong_state` with a sentence: for a subscription that cannot be changed, for what the patient's answers speak against, and for what
 * does not combine with the rest of the treatment. A rule that warns is refused until it's weighed: of a person it takes a reason. Joins the transaction
 * of `db`.
 */
export function changeTreatment(
  services: Services & Refuses<"not_available_in_state" | "wrong_state" | "conflict" | "override_required">,
  patientId: string,
  subscriptionId: string,
  input: TreatmentChangeInput,
  {
    hasFollowup,
    asksForReason,
    chargedWithPlan = false,
  }: { readonly hasFollowup: HasFollowup; readonly asksForReason: boolean; readonly chargedWithPlan?: boolean },
): Promise<TreatmentChangeResult & { readonly weighed: readonly RuleText[] }> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    await requireRevision(tx, patientId, input.revision);
    await requirePrintable({ directions: input.directions });
    const { productid: productId, pricingid: pricingId } = input;
    const target = await loadTarget(tx, patientId, subscriptionId, input);
    if (input.followupid !== undefined && !(await hasFollowup(tx.db, patientId, input.followupid)))
      throw badField("followupid", "The patient has no follow-up with this id.");
    const { doctorId, warnings } = await requireChangeable(tx, patientId, input, target);
    requireWeighed(tx, warnings, input, asksForReason);
    const { refills, directions, note, followupid: followupId, untildirections: untilDirections } = input;
    const { begins = defaultBegins, until = defaultUntil, untilpace: untilPace = null } = input;
    if ((until === "directions") !== (untilDirections !== undefined))
      throw badField(
        "untildirections",
        "Please write what the patient does until then, with `until: directions` only.",
      );
    const made = await makeTreatmentChange(
      tx,
      target,
      subscriptionId,
      {
        ...{
          productId,
          pricingId,
          doctorId,
          refills,
          directions,
          note,
          followupId,
          begins,
          until,
          untilDirections,
          untilPace,
        },
        beginsOn: input.beginson ?? null,
        chargedWithPlan,
        overriddenRules: warnings.map(({ ruleid }) => ruleid),
      },
      { replace: discontinuePrescription, prescribe: prescribeReplacement },
    );
    if (note !== undefined) await postChangeNote(tx, patientId, { note, doctorId, clientId: made.id });
    await setFollowupDay(tx, patientId, { followupon: input.followupon, doctorId });
    return { ...made, weighed: warnings };
  });
}

/**
 * Takes back a change that waits for the patient, who reads why; gives what it was to. Refuses `wrong_state` where none waits, and where there is nothing to go back to. Joins
 * the transaction of `db`.
 */
export function withdrawChange(
  services: Services & Refuses<"wrong_state">,
  patientId: string,
  subscriptionId: string,
  { note, doctorid }: Input<typeof care.withdrawChange>["body"],
): Promise<{ readonly productId: string }> {
  return inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    const latest = await latestCase(tx.db, patientId);
    if (!latest) throw tx.refuse("wrong_state");
    const doctorId = await decidingDoctor(tx, latest, doctorid);
    const withdrawn = await withdrawTreatmentChange(tx, subscriptionId);
    if (withdrawn.obstacle !== null) throw tx.refuse("wrong_state", { message: withdrawObstacles[withdrawn.obstacle] });
    await postChangeNote(tx, patientId, { note, doctorId, clientId: newId() });
    return withdrawn;
  });
}

const withdrawObstacles: Readonly<Record<WithdrawObstacle, string>> = {
  none_waiting: "There's no change that waits for the patient's answer.",
  nothing_before:
    "Nothing was prescribed before it, so there's nothing to go back to. Prescribe something else instead.",
};

/** What such a change would mean, without making it. */
export function quoteTreatmentChange(
  services: Services & ChangeRefusals,
  patientId: string,
  subscriptionId: string,
  requested: Requested,
): Promise<TreatmentChangeQuote> {
  return inTransaction(services, async (tx) => {
    const target = await loadTarget(tx, patientId, subscriptionId, requested);
    const { snapshot, bridged, pricedProduct } = target;
    const { begins = defaultBegins } = requested;
    const { status, before, after } = await treatmentChangeTerms(tx, snapshot, subscriptionId, pricedProduct, begins);
    const weighed = await requireChangeable(tx, patientId, requested, target).catch((error: unknown) => {
      if (error instanceof Refusal && error.code !== "bad_request") return error.text(services.content);
      throw error;
    });
    const chargeon = firstChargeOfChange(tx.content, snapshot, subscriptionId, {
      ...{ status, begins, beginsOn: requested.beginson ?? null },
    });
    const subscription = subscriptionIn(snapshot, subscriptionId);
    return {
      ...{ status, price: toDollars(after.cents), dayssupply: after.days },
      ...{ before: toDollars(before.cents), daysbefore: before.days, chargeon },
      onhanduntil: lastsUntil(bridged, subscription),
      double: productById(tx.content, subscription.product_id)?.double?.directions ?? null,
      directions: pricedProduct.product.howtouse,
      refills: pricedProduct.pricing.refills,
      obstacle: typeof weighed === "string" ? weighed : null,
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

type Target = Omit<TreatmentChangeTarget, "pricedProduct"> & {
  readonly pricedProduct: NonNullable<TreatmentChangeTarget["pricedProduct"]>;
};

/** What is changed, and into what; refuses `bad_request` for what the catalogue doesn't have, or doesn't prescribe. */
async function loadTarget(
  tx: TxServices,
  patientId: string,
  subscriptionId: string,
  { productid: productId, pricingid: pricingId, begins = defaultBegins, beginson, ...asked }: Requested,
): Promise<Target> {
  const { until = defaultUntil, untilpace: untilPace = null } = asked;
  requireDay(tx, begins, beginson);
  if (untilPace !== null && until !== "directions")
    throw badField("untilpace", "Please say how fast it's used until then with `until: directions` only.");
  const { pricedProduct, ...target } = await loadTreatmentChangeTarget(tx, patientId, subscriptionId, {
    ...{ productId, pricingId, begins, beginsOn: beginson ?? null, until, untilPace },
    prescribed: await activePrescriptions(tx, patientId),
    concurrent: await currentAndPendingProducts(tx, patientId, { subscriptionId }),
  });
  if (!pricedProduct) throw badField("pricingid", "There's no such product with this pricing.");
  if (!pricedProduct.product.prescription) throw badField("productid", "This product doesn't need a prescription.");
  return { ...target, pricedProduct };
}

/** Refuses `bad_request` for a day without `on_day`, for none with it, and for one that may not be chosen. */
export function requireDay(
  services: Pick<TxServices, "content" | "clock">,
  begins: ChangeBegins,
  day: string | undefined,
): void {
  if ((begins === "on_day") !== (day !== undefined))
    throw badField("beginson", "Please choose the day it begins, with `begins: on_day` only.");
  requireStartDay(services, day);
}

/** The last day a doctor may have something begin. */
export const latestStart = (services: Pick<TxServices, "content" | "clock">): string =>
  addDays(clinicToday(services), services.content.shipping.lateststartdays);

/** Refuses `bad_request` for a first day that is past, today or too far ahead. */
export function requireStartDay(services: Pick<TxServices, "content" | "clock">, day: string | undefined): void {
  if (day === undefined) return;
  if (day <= clinicToday(services)) throw badField("beginson", "Please choose a day after today, or let it begin now.");
  const latest = latestStart(services);
  if (day > latest) throw badField("beginson", `Please choose a day until ${formatDay(latest)}.`);
}

/** In whose name the change is made, and which rules warn of it; refuses what must not be prescribed. */
async function requireChangeable(
  tx: TxServices & ChangeRefusals,
  patientId: string,
  { productid: productId, doctorid }: Requested,
  { facts, concurrent }: Target,
): Promise<{ readonly doctorId: string; readonly warnings: readonly RuleText[] }> {
  requireStateServed(tx, await shipStateOf(tx.db, patientId));
  const latest = await latestCase(tx.db, patientId);
  const obstacle = treatmentChangeObstacle({ ...facts, approved: latest?.status === "approved" });
  if (!latest || obstacle !== null) throw tx.refuse("wrong_state", { message: obstacle ?? "" });
  const doctorId = await decidingDoctor(tx, latest, doctorid);
  const { stop, warnings, combination } = await contraindicationsFor(tx, patientId, { productId, concurrent });
  const against = stop ?? combination;
  if (against !== null) throw tx.refuse("wrong_state", { message: against });
  return { doctorId, warnings: warnings.map(({ ruleid, note }) => ({ ruleid, text: note })) };
}

/** The doctor who decides: the one named, else the one who treats the patient. Refuses `wrong_state` for one not licensed in the patient's state today. */
export async function decidingDoctor(
  services: TxServices & Refuses<"wrong_state">,
  latest: CaseRow,
  requestedDoctorId: string | undefined,
): Promise<string> {
  const id = requestedDoctorId ?? treatingDoctor(latest);
  if (id === null) throw services.refuse("wrong_state", { message: "Please name the doctor who decides." });
  return requireLicensedDoctor(services, latest.patient_id, id);
}

/** Posts the doctor's note to the conversation. It answers no message of the patient (`answersSeq: 0`) and sends no mail: the change has its own. */
async function postChangeNote(
  services: TxServices,
  patientId: string,
  { note, doctorId, clientId }: { readonly note: string; readonly doctorId: string; readonly clientId: string },
): Promise<void> {
  await postMessage(services, {
    ...{ patientId, kind: "doctor", author: { role: "doctor", doctorId }, text: note, clientId },
    answersSeq: 0,
    sendsMail: false,
  });
}

export const badField = (path: string, message: string): Refusal =>
  new Refusal("bad_request", { fields: [{ path, message }] });
