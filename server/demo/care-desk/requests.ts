import { isRefusal, type UpsellRequest, type WorkItemDetail } from "#client/src/index.ts";
import {
  approvesPrescriptionRenewal,
  declineRuleIds,
  restMessage,
  restsMedicine,
  upsellApprovalNote,
  upsellDeclineReason,
  resultMessage,
  workItemNote,
} from "./decision-rules.ts";
import { type CareDesk, handleEach, type Look, now } from "./desk.ts";

/** The desk waits this many times its pace before it decides an upsell request, so that the patient sees it waiting for the doctor. */
const upsellPaces = 4;

/** Renews prescriptions nothing speaks against; the others stay open for a person. */
export const renewPrescriptions: Look = (desk) =>
  handleEach(desk, desk.clinic.items("prescriptionRenewals"), async ({ id, patient, onhold, flags }) => {
    const { revision, flags: answered = [] } = await desk.clinic.patient({ params: { id: patient.id } });
    if (!approvesPrescriptionRenewal({ onHold: onhold, flags: [...answered, ...flags] })) return "left";
    await desk.clinic.approvePrescriptionRenewal({ params: { id }, body: { revision } });
    return "done";
  });

/** Looks at what patients told after some paces. What the desk wouldn't treat from afar rests first. */
export const closeWorkItems: Look = (desk) =>
  handleEach(desk, desk.clinic.items("workItems"), async ({ id, since, entries }) => {
    const dueAt = Date.parse(since) + desk.paceMs * upsellPaces;
    if (dueAt > now(desk)) return dueAt;
    const isSevere = entries.some(({ flags }) => restsMedicine(flags));
    const { version, asksmessage } = isSevere
      ? await restMedicine(desk, id)
      : await desk.clinic.workItem({ params: { id } });
    await desk.clinic.closeWorkItem({
      params: { id },
      body: {
        version,
        outcome: isSevere ? "changed" : "no_change",
        note: workItemNote,
        ...(asksmessage && { message: resultMessage }),
      },
    });
    return "done";
  });

/** Puts what is prescribed on hold, one after the other: what needs another one rests with it. */
async function restMedicine(desk: CareDesk, id: string): Promise<WorkItemDetail> {
  const { patient } = await desk.clinic.workItem({ params: { id } });
  // A rest doesn't wait for the emergency to be closed; what the desk allows does.
  const emergencySeen = patient === null ? [] : await openEmergencyIds(desk, patient.id);
  for (;;) {
    const item = await desk.clinic.workItem({ params: { id } });
    const active = item.prescriptions.find(({ status }) => status === "active");
    if (!active) return item;
    await desk.clinic.holdPrescription(
      { params: { id: active.id }, body: { reason: workItemNote, message: restMessage } },
      { emergencySeen },
    );
  }
}

async function openEmergencyIds({ clinic }: CareDesk, patientid: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of clinic.items("emergencies", { query: { state: "open", patientid } })) ids.push(id);
  return ids;
}

/** Decides upsells after some paces. */
export const decideUpsells: Look = (desk) =>
  handleEach(desk, desk.clinic.items("upsells"), async (request) => {
    const dueAt = Date.parse(request.requestedat) + desk.paceMs * upsellPaces;
    if (dueAt > now(desk)) return dueAt;
    if (request.order.status !== "authorized" && request.order.status !== "paid") return "left";
    await decideUpsell(desk, request);
    return "done";
  });

/** Approves by the rules for plans. What the clinic does not let anybody approve without overriding a warning is declined. */
async function decideUpsell({ clinic }: CareDesk, { id, flags }: UpsellRequest): Promise<void> {
  const params = { id };
  if (!flags.some(({ ruleid }) => declineRuleIds.includes(ruleid))) {
    try {
      await clinic.approveUpsell({ params, body: { note: upsellApprovalNote } });
      return;
    } catch (error) {
      if (!isRefusal(error, "approveUpsell") || error.code !== "wrong_state") throw error;
    }
  }
  await clinic.declineUpsell({ params, body: { reason: upsellDeclineReason } });
}
