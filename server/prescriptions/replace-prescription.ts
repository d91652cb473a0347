import { sql } from "kysely";
import { sentBackWaitDays } from "#contract/care/packed-lines.ts";
import { isDeathReported } from "#server/auth/public.ts";
import { latestCase } from "#server/cases/public.ts";
import { isRefundUnderWay } from "#server/payment/public.ts";
import { isHeldByPair } from "#server/persons/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { changeStates } from "#server/platform/database/states.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { orderWaitsForAnswer } from "#server/tasks/public.ts";
import { isHeldByWorkItem } from "#server/work-items/public.ts";
import { phasesOfAll, type PlannedPhase } from "./directions-schedule.ts";
import { isUnsent } from "./parcels.ts";
import {
  currentDirections,
  writePrescriptions,
  type PrescriptionOrigin,
  type PrescriptionLine,
} from "./prescriptions.ts";
import { startDay } from "./start-day.ts";

/**
 * Discontinues a product that another one replaces: its prescription ends and its open prescription renewal is closed. What was paid before is
 * still sent.
 */
export async function discontinuePrescription(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  productId: string,
): Promise<void> {
  const now = clock.now();
  const discontinued = await db
    .updateTable("prescription")
    .set({ status: "ended", discontinued_at: now })
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .where("status", "=", "active")
    .returning("id")
    .execute();
  for (const { id } of discontinued)
    await db
      .updateTable("renewal_request")
      .set({ status: "replaced", decided_at: now })
      .where("prescription_id", "=", id)
      .where("status", "=", "open")
      .execute();
}

/** Lets a discontinued prescription go on as before; false where a doctor has stopped it since, or prescribed the product again. */
export async function reinstatePrescription(db: Tx, id: string): Promise<boolean> {
  const reinstated = await db
    .updateTable("prescription")
    .set({ status: "active", discontinued_at: null })
    .where("id", "=", id)
    .where("discontinued_at", "is not", null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("prescription as other")
            .select("other.id")
            .whereRef("other.patient_id", "=", "prescription.patient_id")
            .whereRef("other.product_id", "=", "prescription.product_id")
            .where("other.status", "=", "active"),
        ),
      ),
    )
    .returning("id")
    .executeTakeFirst();
  return reinstated !== undefined;
}

/** Writes the prescription of the replacement, with a number of its own. Refuses `wrong_state` without a visit. */
export async function prescribeReplacement(
  services: Pick<TxServices, "db" | "secrets" | "content" | "clock"> & Refuses<"wrong_state">,
  {
    productId,
    refills,
    daysSupply,
    directions,
    ...origin
  }: Omit<PrescriptionOrigin, "caseId" | "now"> & PrescriptionLine,
): Promise<void> {
  const { db, clock, refuse } = services;
  const latest = await latestCase(db, origin.patientId);
  if (!latest) throw refuse("wrong_state");
  await writePrescriptions(services, { ...origin, caseId: latest.id, now: clock.now() }, [
    { productId, refills, daysSupply, directions },
  ]);
}

/** Products of an order still to be sent whose prescription a doctor ended since without another one: nothing of them may be dispensed. */
export async function endedPrescriptionProducts(tx: Tx, orderId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("order_line")
    .innerJoin("prescription", "prescription.id", "order_line.prescription_id")
    .select("order_line.product_id")
    .where("order_line.order_id", "=", orderId)
    .where("order_line.cancelled_at", "is", null)
    .where("prescription.status", "=", "ended")
    .where("prescription.discontinued_at", "is", null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("prescription as other")
            .select("other.id")
            .whereRef("other.patient_id", "=", "prescription.patient_id")
            .whereRef("other.product_id", "=", "prescription.product_id")
            .where("other.status", "=", "active"),
        ),
      ),
    )
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/**
 * Whether the pharmacy may dispense by a row of `prescription`: prescribed and not on hold, or paid before another product replaced it; and nobody has
 * to look first at what the patient told since, or to say whose record it is.
 */
const isDispensable = sql<boolean>`(prescription.on_hold_at is null and not ${isHeldByWorkItem} and not ${isHeldByPair}
  and (prescription.status = 'active' or prescription.discontinued_at is not null))`;

/** The patient's products that the pharmacy may dispense, by the latest prescription of each. */
export async function dispensableProducts(db: Tx, patientId: string): Promise<ReadonlySet<string>> {
  const latest = await db
    .selectFrom("prescription")
    .distinctOn("product_id")
    .select(["product_id", isDispensable.as("dispensable")])
    .where("patient_id", "=", patientId)
    .orderBy("product_id")
    .orderBy("approved_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return new Set(latest.filter(({ dispensable }) => dispensable).map(({ product_id }) => product_id));
}

/** What the pharmacy dispenses a product by: the patient's latest prescription of it. */
interface PrescriptionToDispense {
  readonly patientId: string;
  readonly productId: string;
  readonly rxNumber: string;
  readonly directions: string | null;
  /** Other directions that begin on a later day, in order. */
  readonly planned: readonly PlannedPhase[];
  readonly refillsLeft: number;
  readonly doctorId: string;
  /** With whom a nurse practitioner prescribed it; null where the state asks for nobody. */
  readonly collaboratorId: string | null;
  /** The day a doctor has it begin; null where it begins as it comes. It may have passed. */
  readonly startsOn: string | null;
  /** As in `dispensableProducts`. */
  readonly dispensable: boolean;
}

/** The latest prescription of each product of these patients. */
export async function prescriptionsToDispense(
  { db, secrets, content, clock }: Pick<TxServices, "secrets" | "content" | "clock"> & { readonly db: Database },
  patientIds: readonly string[],
): Promise<readonly PrescriptionToDispense[]> {
  if (patientIds.length === 0) return [];
  const phases = await phasesOfAll(db, patientIds);
  const schedule = { phases, timezone: content.brand.timezone, day: clinicToday({ content, clock }) };
  const rows = await db
    .selectFrom("prescription")
    .leftJoin("treatment_change", (join) =>
      join
        .onRef("treatment_change.from_prescription_id", "=", "prescription.id")
        .on("treatment_change.status", "in", changeStates.open.list),
    )
    .distinctOn(["prescription.patient_id", "prescription.product_id"])
    .select([
      "prescription.id",
      "prescription.patient_id",
      "prescription.product_id",
      "prescription.rx_number",
      "prescription.approved_at",
      "prescription.directions_sealed",
      "prescription.refills_left",
      "prescription.doctor_id",
      "prescription.collaborator_id",
      "treatment_change.id as change_id",
      "treatment_change.status as change_status",
      "treatment_change.until_pace",
      "treatment_change.until_directions_sealed",
    ])
    .select((of) => [isDispensable.as("dispensable"), startDay(of).as("starts_on")])
    .where("prescription.patient_id", "in", [...patientIds])
    .orderBy("prescription.patient_id")
    .orderBy("prescription.product_id")
    .orderBy("approved_at", "desc")
    .orderBy("prescription.id", "desc")
    .execute();
  return rows.map((row) => ({
    patientId: row.patient_id,
    productId: row.product_id,
    rxNumber: row.rx_number,
    ...currentDirections(secrets, row, schedule),
    refillsLeft: row.refills_left,
    doctorId: row.doctor_id,
    collaboratorId: row.collaborator_id,
    startsOn: row.starts_on,
    dispensable: row.dispensable,
  }));
}

/**
 * Condition on a row of `customer_order`: something is left to send, each such line that needs a prescription may be dispensed, by its latest
 * prescription as in `dispensableProducts`, it waits for no answer to a pharmacist's question, not all of its money is going back, nobody says that the patient
 * died, and the patient who sent a parcel back had time to say that they don't want it.
 */
export const readyToSend = (now: Date) => sql<boolean>`exists (
  select from order_line where order_line.order_id = customer_order.id and ${isUnsent})
  and not ${orderWaitsForAnswer} and not ${isRefundUnderWay} and not ${isDeathReported("customer_order.patient_id")}
  and not exists (
    select from shipment where shipment.order_id = customer_order.id and shipment.return_reason = 'sent_back'
      and shipment.returned_at > ${now}::timestamptz - make_interval(days => ${sentBackWaitDays}))
  and not exists (
    select from order_line
    where order_line.order_id = customer_order.id and ${isUnsent} and order_line.prescription
      and not coalesce((
        select ${isDispensable} from prescription
        where prescription.patient_id = customer_order.patient_id and prescription.product_id = order_line.product_id
        order by prescription.approved_at desc, prescription.id desc limit 1), false))`;
