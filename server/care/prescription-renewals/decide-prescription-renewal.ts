import type { Override } from "#contract/care/decision-fields.ts";
import { latestCase, treatingDoctor } from "#server/cases/public.ts";
import { combinationRequirementsOf } from "#server/onboarding/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { requirePrintable } from "#server/platform/print/require-printable.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import {
  directionsOn,
  phaseRows,
  notifyAboutPrescriptionRenewal,
  prescriptionRenewalById,
  prescriptionRenewalNoteSealContext,
  type PrescriptionRenewalRow,
  requestPrescriptionRenewal,
  writePrescriptions,
} from "#server/prescriptions/public.ts";
import {
  cancelSubscriptionsOfProduct,
  findHeldBackForCompanion,
  releasePrescriptionOrders,
  defaultRefills,
} from "#server/treatment/public.ts";
import { postDoctorsNote } from "../decisions/doctors-note.ts";
import { setFollowupDay } from "../decisions/followup-day.ts";
import type { DeclineInput } from "../decisions/plans/decide-plan.ts";
import { requireRevision } from "../decisions/record-revision.ts";
import { requireWeighed, type RuleText } from "../decisions/warning-overrides.ts";
import { requireLicensedDoctor } from "../matching/assign-doctor.ts";
import { refundUnsentLines } from "../refunds/refund-unsent-lines.ts";
import { missingCompanions } from "./missing-companion.ts";

export interface PrescriptionRenewalApproval {
  readonly doctorid?: string | undefined;
  /** Fills from here on; left out, as many as the previous prescription had. */
  readonly refills?: number | undefined;
  readonly directions?: string | undefined;
  readonly note?: string | undefined;
  /** The day of the next treatment review. */
  readonly followupon?: string | undefined;
  /** Approve also what the patient's answers speak against, or what lacks its companion. */
  readonly despitewarning?: boolean | undefined;
  readonly override?: Override | undefined;
  /** Of the record it was decided on. */
  readonly revision?: string | undefined;
}

const onHoldRefusal =
  "A newer answer speaks against this one. Please read the flags in the patient's record. To prescribe it anyway, send despitewarning: true.";

/**
 * Renews a prescription: a new number, new fills, and prescription orders that waited for it are released. `wrong_state` for one that is on
 * hold because of the patient's answers, unless `despitewarning` is set; one whose companion is missing is refused until that's weighed. Gives the
 * warnings that were weighed. Joins the transaction of `db`.
 */
export async function approvePrescriptionRenewal(
  services: Services & Refuses<"wrong_state" | "conflict" | "override_required">,
  id: string,
  approval: PrescriptionRenewalApproval,
  { asksForReason }: { readonly asksForReason: boolean },
): Promise<{ readonly weighed: readonly RuleText[] }> {
  await requirePrintable({ directions: approval.directions });
  let weighed: readonly RuleText[] = [];
  await decidePrescriptionRenewal(services, id, "approved", approval, async (txServices, request) => {
    const { db, clock } = txServices;
    const previous = await db
      .selectFrom("prescription")
      .selectAll("prescription")
      .where("prescription.id", "=", request.prescription_id)
      .executeTakeFirstOrThrow();
    if (previous.on_hold_at !== null && approval.despitewarning !== true)
      throw services.refuse("wrong_state", { message: onHoldRefusal });
    const { product_id: productId } = previous;
    const requirements = await combinationRequirementsOf(txServices, request.patient_id);
    weighed = (await missingCompanions(txServices, request.patient_id, requirements, [productId]))(productId);
    requireWeighed(services, weighed, approval, asksForReason);
    const doctorId = await decidingDoctor(
      txServices,
      request.patient_id,
      approval.doctorid ?? null,
      previous.doctor_id,
    );
    await writePrescriptions(
      txServices,
      {
        patientId: request.patient_id,
        caseId: previous.care_case_id,
        doctorId,
        orderId: previous.order_id,
        now: clock.now(),
        keepsPace: true,
      },
      [
        {
          productId: previous.product_id,
          // The fill the renewal was requested for, and the refills after it.
          refills: (approval.refills ?? (await defaultRefills(txServices, previous.order_id, previous.product_id))) + 1,
          daysSupply: previous.days_supply,
          directions:
            approval.directions ??
            directionsOn(txServices.secrets, previous, {
              phases: await phaseRows(db, previous.patient_id).execute(),
              timezone: txServices.content.brand.timezone,
              day: clinicToday(txServices),
            }).directions ??
            "",
        },
      ],
    );
    await releasePrescriptionOrders(txServices, request.patient_id, previous.product_id);
    await notifyAboutPrescriptionRenewal(txServices, request.patient_id, "renewal_approved");
    const { note, followupon } = approval;
    await setFollowupDay(txServices, request.patient_id, { followupon, doctorId });
    if (note !== undefined)
      await postDoctorsNote(txServices, { patientId: request.patient_id, doctorId, requestId: id, text: note });
    return doctorId;
  });
  return { weighed };
}

/** Declines a prescription renewal: the product's subscriptions end, nothing more is charged, what is not sent is refunded, and the patient is notified. Joins the transaction of `db`. */
export function declinePrescriptionRenewal(
  services: Services & Refuses<"wrong_state" | "conflict">,
  id: string,
  { reason, doctorid, revision }: DeclineInput,
): Promise<void> {
  return decidePrescriptionRenewal(
    services,
    id,
    "declined",
    { note: reason, revision },
    async (txServices, request) => {
      const previous = await txServices.db
        .updateTable("prescription")
        .set({ status: "ended" })
        .where("id", "=", request.prescription_id)
        .returning(["product_id", "doctor_id"])
        .executeTakeFirstOrThrow();
      const doctorId = await decidingDoctor(txServices, request.patient_id, doctorid ?? null, previous.doctor_id);
      const heldBack = await findHeldBackForCompanion(txServices, request.patient_id, previous.product_id);
      await cancelSubscriptionsOfProduct(txServices, request.patient_id, previous.product_id);
      await refundUnsentLines(txServices, request.patient_id, previous.product_id);
      await requestPrescriptionRenewalOfCompanions(
        txServices,
        request.patient_id,
        heldBack.map(({ shippedProductId }) => shippedProductId),
      );
      await notifyAboutPrescriptionRenewal(txServices, request.patient_id, "renewal_declined");
      return doctorId;
    },
  );
}

/** A medicine that needed the declined one stays held back, and the doctor is asked to renew it separately. */
async function requestPrescriptionRenewalOfCompanions(
  services: TxServices,
  patientId: string,
  productIds: readonly string[],
): Promise<void> {
  if (productIds.length === 0) return;
  const rows = await services.db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where("product_id", "in", [...productIds])
    .execute();
  for (const { id } of rows) await requestPrescriptionRenewal(services, patientId, id);
}

function decidePrescriptionRenewal(
  services: Services & Refuses<"wrong_state" | "conflict">,
  id: string,
  status: "approved" | "declined",
  { note, revision }: Pick<PrescriptionRenewalApproval, "note" | "revision">,
  act: (txServices: TxServices & Refuses<"wrong_state">, request: PrescriptionRenewalRow) => Promise<string>,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const request = await prescriptionRenewalById(tx.db, id);
    if (!request) throw new Refusal("not_found");
    await lockPatientOrders(tx.db, request.patient_id);
    await requireRevision(tx, request.patient_id, revision);
    const moved = await tx.db
      .updateTable("renewal_request")
      .set({
        status,
        decided_at: services.clock.now(),
        note_sealed: sealText(services.secrets, note, prescriptionRenewalNoteSealContext(id)),
      })
      .where("id", "=", id)
      .where("status", "=", "open")
      .returning("id")
      .executeTakeFirst();
    if (!moved) throw services.refuse("wrong_state", { message: "This renewal has already been decided." });
    const doctor_id = await act(tx, request);
    await tx.db.updateTable("renewal_request").set({ doctor_id }).where("id", "=", id).execute();
  });
}

/** The doctor named, else the treating doctor, else the prescriber; `wrong_state` for one not licensed in the patient's state. */
async function decidingDoctor(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  requestedDoctorId: string | null,
  prescriber: string,
): Promise<string> {
  const latest = await latestCase(services.db, patientId);
  return requireLicensedDoctor(
    services,
    patientId,
    requestedDoctorId ?? (latest && treatingDoctor(latest)) ?? prescriber,
  );
}
