import type { TxServices } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";

/** Tells her that her doctor changed something she gets; `waits` asks her to look and decide. It names no drug and no price. */
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
