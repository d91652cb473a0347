import type { ChangeBegins, ChangeUntil } from "#contract/treatment/changes.ts";
import type { Pace } from "#contract/treatment/pace.ts";
import { shipStateOf } from "#server/addresses/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { isAtPharmacy, type PrescribedItems } from "#server/prescriptions/public.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { notifyTreatmentChange } from "../notify-patient.ts";
import { updateSubscriptions, updatePrescriptionOrders } from "../queries.ts";
import {
  insertTreatmentChange,
  withdrawTreatmentChanges,
  sealTreatmentChangeTexts,
} from "../snapshot/change-queries.ts";
import {
  type TreatmentSnapshot,
  isInTreatment,
  loadTreatmentSnapshot,
  scheduledPrescriptionOrder,
  boxesOf,
  currentLine,
  subscriptionIn,
} from "../snapshot/treatment-snapshot.ts";
import { applyTreatmentChange, type PrescriptionWriter } from "./apply-change.ts";
import { atHomeUntil, emptyAfterToday, paceUntil, withPace } from "./bridge.ts";
import {
  type TreatmentChangeFacts,
  costsNoMore,
  agreedPeriodCharge,
  type PeriodCharge,
  type PricedProduct,
  findPricedProduct,
  latestArrival,
  withTax,
} from "./change-rules.ts";

/** The replacement a doctor prescribes for something a patient gets. */
export interface ReplacementTreatment {
  readonly productId: string;
  readonly pricingId: string;
  readonly doctorId: string;
  /** Refills after the next fill; by default those of the pricing. */
  readonly refills: number | undefined;
  /** By default the catalogue's directions. */
  readonly directions: string | undefined;
  readonly begins: ChangeBegins;
  /** The first day of the new one, with `on_day`. */
  readonly beginsOn: string | null;
  readonly until: ChangeUntil;
  /** With `until: directions`, and only then. */
  readonly untilDirections: string | undefined;
  /** How fast what the patient has is used by them; null: as before. */
  readonly untilPace: Pace | null;
  readonly note: string | undefined;
  readonly followupId: string | undefined;
  /** Screening rules the doctor overrides. */
  readonly overriddenRules: readonly string[];
  /**
   * It's charged today with the plan it's approved in, where it costs no more: the patient asked for a charge of as much for it on approval, and what belongs
   * together is paid together.
   */
  readonly chargedWithPlan: boolean;
}

/** What a treatment change is decided on. */
export interface TreatmentChangeTarget {
  readonly snapshot: TreatmentSnapshot;
  /** The same, if from today on the patient used what they have as the change has it. */
  readonly bridged: TreatmentSnapshot;
  readonly facts: Omit<TreatmentChangeFacts, "approved">;
  readonly pricedProduct: PricedProduct | undefined;
  /** All other products the patient takes. */
  readonly concurrent: readonly string[];
}

/** The patient of a subscription; undefined if there is none with this id. */
export async function patientOfSubscription(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom("subscription").select("patient_id").where("id", "=", id).executeTakeFirst();
  return row?.patient_id;
}

/** What a subscription of the patient's brings; undefined for any other id. */
export async function productOfSubscription(db: Database, patientId: string, id: string): Promise<string | undefined> {
  const rows = db.selectFrom("subscription").select("product_id").where("id", "=", id);
  return (await rows.where("patient_id", "=", patientId).executeTakeFirst())?.product_id;
}

/**
 * Loads the target of a change in the transaction of a caller that holds the patient's order lock. `prescribed`: what is prescribed now;
 * `concurrent`: all other products the patient takes.
 */
export async function loadTreatmentChangeTarget(
  services: TxServices,
  patientId: string,
  id: string,
  requested: Pick<ReplacementTreatment, "productId" | "pricingId" | "begins" | "beginsOn" | "until" | "untilPace"> & {
    readonly prescribed: PrescribedItems;
    readonly concurrent: readonly string[];
  },
): Promise<TreatmentChangeTarget> {
  const snapshot = await loadTreatmentSnapshot(services, patientId, requested.prescribed);
  const subscription = subscriptionIn(snapshot, id);
  const { concurrent } = requested;
  const untilPace = paceUntil(requested, snapshot.prescribed.get(subscription.product_id));
  const bridged = withPace(snapshot, subscription.product_id, untilPace);
  const same = subscription.product_id === requested.productId && subscription.pricing_id === requested.pricingId;
  return {
    ...{ snapshot, bridged },
    pricedProduct: findPricedProduct(services.content, requested.productId, requested.pricingId),
    concurrent,
    facts: {
      subscription: subscription.status,
      prescription: currentLine(snapshot, subscription)?.prescription ?? false,
      isUnchanged: same && snapshot.prescribed.has(requested.productId),
      alreadyTaken: concurrent.includes(requested.productId),
      begins: requested.begins,
      beginsOn: requested.beginsOn,
      until: requested.until,
      untilPace,
      presentPace: snapshot.prescribed.get(subscription.product_id)?.pace ?? "label",
      mayDouble: (productById(services.content, subscription.product_id)?.double ?? null) !== null,
      emptyOn: emptyAfterToday(bridged, subscription),
      atHomeUntil: atHomeUntil(bridged, subscription),
      arrivesBy: latestArrival(requested, services.content.shipping.leaddays, snapshot.today),
      atPharmacy: isAtPharmacy(boxesOf(snapshot, subscription)),
      rests: snapshot.rests.has(subscription.product_id),
    },
  };
}

/** `waiting`: the patient has to agree first. Both prices in cents, per charge, with today's tax. */
export interface TreatmentChangeResult {
  readonly id: string;
  readonly status: "waiting" | "agreed";
  readonly cents: number;
  readonly beforeCents: number;
}

/** What one charge costs and lasts before and after a change, and whether the patient has to agree to that first. */
export interface TreatmentChangeTerms {
  readonly status: "waiting" | "agreed";
  readonly before: PeriodCharge;
  readonly after: PeriodCharge;
}

/** The terms of a change of this subscription, with today's tax. A charge today is none the patient agreed to, whatever it costs. */
export async function treatmentChangeTerms(
  { db, content }: Pick<TxServices, "db" | "content">,
  snapshot: TreatmentSnapshot,
  subscriptionId: string,
  { product, pricing }: PricedProduct,
  begins: ChangeBegins,
): Promise<TreatmentChangeTerms> {
  const subscription = subscriptionIn(snapshot, subscriptionId);
  const state = await shipStateOf(db, subscription.patient_id);
  const before = agreedPeriodCharge(content, subscription, state);
  const after = {
    cents: withTax(content, product.productid, pricing.pricecents * subscription.quantity, state),
    days: pricing.dayssupply * subscription.quantity,
  };
  return { status: begins === "when_box_ends" && costsNoMore(before, after) ? "agreed" : "waiting", before, after };
}

/**
 * Replaces what a subscription ships: from the next prescription order on if that costs no more than the patient agreed to, else once they
 * agree. Until then everything they get and take continues, unless the doctor says otherwise. An open change of the subscription is withdrawn. What is
 * paid or being charged stays. Runs in the transaction of a caller that holds the patient's order lock.
 */
export async function makeTreatmentChange(
  services: TxServices & Refuses<"wrong_state">,
  {
    snapshot,
    pricedProduct,
  }: Pick<TreatmentChangeTarget, "snapshot"> & {
    readonly pricedProduct: NonNullable<TreatmentChangeTarget["pricedProduct"]>;
  },
  subscriptionId: string,
  replacement: ReplacementTreatment,
  prescriptionWriter: PrescriptionWriter,
): Promise<TreatmentChangeResult> {
  const { db, clock, secrets } = services;
  const [id, now, subscription] = [newId(), clock.now(), subscriptionIn(snapshot, subscriptionId)];
  const { patient_id: patientId, quantity } = subscription;
  const replaced = snapshot.prescribed.get(subscription.product_id);
  const { status, before, after } = await treatmentChangeTerms(
    services,
    snapshot,
    subscriptionId,
    pricedProduct,
    replacement.begins,
  );
  const change = {
    id,
    patient_id: patientId,
    subscription_id: subscription.id,
    followup_id: replacement.followupId ?? null,
    doctor_id: replacement.doctorId,
    status,
    from_product_id: subscription.product_id,
    from_pricing_id: subscription.pricing_id,
    from_price_cents: subscription.price_cents,
    to_product_id: replacement.productId,
    to_pricing_id: replacement.pricingId,
    to_price_cents: pricedProduct.pricing.pricecents * quantity,
    refills: replacement.refills ?? pricedProduct.pricing.refills,
    begins: replacement.begins,
    begins_on: replacement.beginsOn,
    until: replacement.until,
    until_pace: paceUntil(replacement, replaced),
    from_prescription_id: replaced?.prescriptionId ?? null,
    overridden_rules: replacement.overriddenRules.join(" "),
    ...sealTreatmentChangeTexts(secrets, id, replacement),
    created_at: now,
    decided_at: status === "agreed" ? now : null,
  } as const;
  await withdrawTreatmentChanges(db, [subscription.id], now);
  await insertTreatmentChange(db, change);
  if (status === "agreed")
    await applyTreatmentChange(
      services,
      snapshot,
      { ...change, directions: replacement.directions ?? null, chargedToday: replacement.chargedWithPlan },
      pricedProduct,
      prescriptionWriter,
    );
  else if (replacement.until === "stop") {
    await prescriptionWriter.replace(services, patientId, subscription.product_id);
    await discontinueUntilAgreed(services, snapshot, subscription.id);
  } else await planCharges(services, patientId);
  await notifyTreatmentChange(services, {
    patientId,
    changeId: id,
    awaitsPatient: status === "waiting",
    inTreatment: isInTreatment(snapshot, subscription.id),
  });
  return { id, status, cents: after.cents, beforeCents: before.cents };
}

/** The doctor stopped what a subscription brings: nothing more of it is charged until the patient agrees to something. */
async function discontinueUntilAgreed(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  subscriptionId: string,
): Promise<void> {
  const today = clinicToday(services);
  const prescriptionOrder = scheduledPrescriptionOrder(snapshot, subscriptionId);
  await updateSubscriptions(services.db, [subscriptionId], { discontinued_on: today });
  if (prescriptionOrder) await updatePrescriptionOrders(services.db, [prescriptionOrder.id], { held_back_from: today });
}
