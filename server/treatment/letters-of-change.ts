import type { TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";

/** Tells her that her doctor changed something she gets; `waits` asks her to look and decide. It names no drug and no price. */
export const tellOfChange = (
  parts: TxServices,
  { patientId, changeId, waits }: { readonly patientId: string; readonly changeId: string; readonly waits: boolean },
): Promise<void> =>
  tell(parts, {
    patientId,
    what: waits ? "change_to_agree" : "supply_changed",
    values: {},
    dedupeKey: changeId,
  });
