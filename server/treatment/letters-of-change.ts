import type { TxServices } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";

/** Notifies the patient that the doctor changed something they get; `waits` asks them to look and decide. Names no drug and no price. */
export const notifyTreatmentChange = (
  services: TxServices,
  {
    patientId,
    changeId,
    waits: needsAgreement,
  }: { readonly patientId: string; readonly changeId: string; readonly waits: boolean },
): Promise<void> =>
  notifyAndMail(services, {
    patientId,
    what: needsAgreement ? "change_to_agree" : "supply_changed",
    values: {},
    dedupeKey: changeId,
  });
