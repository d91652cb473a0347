import type { Condition } from "#content/schema/condition.ts";
import { isStateServed, shipStateOf } from "#server/addresses/public.ts";
import { patientById } from "#server/auth/public.ts";
import { loadCareStatus } from "#server/cases/public.ts";
import { productEligibilityOf, takenOtherwise } from "#server/onboarding/public.ts";
import { isClosedUnpaid, orderStatusesOf } from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { currentAndPendingProducts, loadSubscribedProducts, takenInOtherRecords } from "#server/treatment/public.ts";
import { loadUpsellRequests } from "#server/upsell-requests/public.ts";
import type { EligibilityFacts } from "./eligibility.ts";
import { type UpsellRow, findUpsells } from "./upsell-queries.ts";

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** The facts about a patient that upsells depend on. */
export interface UpsellFacts extends EligibilityFacts {
  /** The shipping state, else the state of residence; empty while neither is known. During the visit, the residence comes first. */
  readonly state: string;
  /** Whether the patient has reached this step of the visit. */
  readonly hasReached: (step: number) => boolean;
  readonly meets: (condition: Condition) => boolean;
  /** Every upsell ever made to the patient, oldest first. */
  readonly upsells: readonly UpsellRow[];
  /** Products whose authorization was gone before a decision. */
  readonly lapsed: readonly string[];
  /** Products the patient ordered and withdrew before the doctor decided. */
  readonly withdrawn: readonly string[];
  /** Products whose order is being paid. */
  readonly paying: readonly string[];
}

/** Loads the facts that upsells to a patient depend on; a fixed number of queries. */
export async function loadUpsellFacts(services: Deps, patientId: string): Promise<UpsellFacts> {
  const { db, content } = services;
  const [
    eligibility,
    care,
    prescribedProducts,
    reviewedProducts,
    subscribedProducts,
    currentProducts,
    takenElsewhere,
    upsells,
    shipState,
    patient,
  ] = await Promise.all([
    productEligibilityOf(services, patientId),
    loadCareStatus(services, patientId),
    activePrescriptions(services, patientId),
    loadUpsellRequests(services, patientId),
    loadSubscribedProducts(db, patientId),
    currentAndPendingProducts(services, patientId),
    takenInOtherRecords(services, patientId),
    findUpsells(db, patientId),
    shipStateOf(db, patientId),
    patientById(services, patientId),
  ]);
  const inVisit = eligibility?.status === "PENDING";
  const isAnyOnHold = [...prescribedProducts.values()].some((each) => each.onHold);
  const orders = await orderStatusesOf(
    db,
    upsells.flatMap(({ status, order_id }) => (status === "open" && order_id !== null ? order_id : [])),
  );
  const state = (inVisit ? null : shipState) || patient.state || shipState;
  return {
    stopped: eligibility?.stopped ?? false,
    // Nothing is begun once the practice has said that care ends.
    inCare: !inVisit && care?.status === "approved" && !isAnyOnHold && patient.careEndsOn === null,
    served: isStateServed(content, state),
    currentProductIds: [
      ...new Set([...subscribedProducts, ...currentProducts, ...(inVisit ? (eligibility?.chosen ?? []) : [])]),
    ],
    declined: reviewedProducts.declined,
    lapsed: reviewedProducts.lapsed,
    withdrawn: reviewedProducts.withdrawn,
    // What another account of theirs has isn't named: the patient learns nothing of it.
    allows: (productId, concurrent) =>
      takenOtherwise(content, productId, takenElsewhere) === undefined &&
      (eligibility?.allows(productId, concurrent) ?? false),
    state,
    hasReached: (step) => eligibility?.hasReached(step) ?? false,
    meets: (condition) => eligibility?.meets(condition) ?? false,
    upsells,
    paying: upsells
      .filter(({ status, order_id }) => {
        const order = status === "open" && order_id !== null ? orders.get(order_id) : undefined;
        return order !== undefined && !isClosedUnpaid(order);
      })
      .map(({ product_id }) => product_id),
  };
}
