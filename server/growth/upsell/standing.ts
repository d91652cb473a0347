import type { Condition } from "#content/schema/condition.ts";
import type { Services } from "#server/platform/services.ts";
import type { Database } from "#server/platform/database/open.ts";
import { addedBy, careStanding, prescribedTo, takes } from "#server/care/public.ts";
import { fittingOf } from "#server/onboarding/public.ts";
import { isDead, isServed, orderStates, shipStateOf } from "#server/store/public.ts";
import { suppliedProducts } from "#server/treatment/public.ts";
import { patientById } from "#server/auth/public.ts";
import { type UpsellRow, upsellsOf } from "./queries.ts";
import type { Standing } from "./rules.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** A patient as offers look at her. */
export interface UpsellStanding extends Standing {
  /** Where her things are shipped to, else where she lives; empty while that is not known. */
  readonly state: string;
  /** The step of her visit she has come to. */
  readonly reached: (step: number) => boolean;
  readonly holds: (condition: Condition) => boolean;
  /** Every offer ever made to her, oldest first. */
  readonly made: readonly UpsellRow[];
  /** Products nobody had decided on when the hold for them was gone. */
  readonly lapsed: readonly string[];
  /** Products she ordered and took back before her doctor decided. */
  readonly withdrawn: readonly string[];
  /** Products whose order is being paid. */
  readonly paying: readonly string[];
}

/** Reads all that offers to a patient depend on; a fixed number of queries. */
export async function upsellStanding(parts: Parts, patientId: string): Promise<UpsellStanding> {
  const { db, content } = parts;
  const [fitting, care, prescribed, added, supplied, taking, made, shipState, patient] = await Promise.all([
    fittingOf(parts, patientId),
    careStanding(parts, patientId),
    prescribedTo(parts, patientId),
    addedBy(parts, patientId),
    suppliedProducts(db, patientId),
    takes(parts, patientId),
    upsellsOf(db, patientId),
    shipStateOf(db, patientId),
    patientById(parts, patientId),
  ]);
  const inVisit = fitting?.status === "PENDING";
  const withheld = [...prescribed.values()].some((each) => each.withheld);
  const orders = await orderStates(
    db,
    made.flatMap(({ status, order_id }) => (status === "open" && order_id !== null ? order_id : [])),
  );
  const state = (inVisit ? null : shipState) || patient.state || shipState;
  return {
    stopped: fitting?.stopped ?? false,
    inCare: !inVisit && care?.status === "approved" && !withheld,
    served: isServed(content, state),
    has: [...new Set([...supplied, ...taking, ...(inVisit ? (fitting?.chosen ?? []) : [])])],
    declined: added.declined,
    lapsed: added.lapsed,
    withdrawn: added.withdrawn,
    fits: (productId, beside) => fitting?.fits(productId, beside) ?? false,
    state,
    reached: (step) => fitting?.reached(step) ?? false,
    holds: (condition) => fitting?.holds(condition) ?? false,
    made,
    paying: made
      .filter(({ status, order_id }) => {
        const order = status === "open" && order_id !== null ? orders.get(order_id) : undefined;
        return order !== undefined && !isDead(order);
      })
      .map(({ product_id }) => product_id),
  };
}
