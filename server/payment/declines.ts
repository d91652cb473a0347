import type { DeclineErrorCode } from "#contract/http/errors.ts";
import { patientById } from "#server/auth/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { DeclineCode } from "#server/platform/gateway/port.ts";
import type { Refusal, Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";

const errorCodeByDecline = {
  insufficient_funds: "insufficient_funds",
  lost_card: "lost_card",
  expired_card: "expired_card",
  invalid_expiry_month: "expired_card",
  generic_decline: "card_declined",
} as const satisfies Readonly<Record<DeclineCode, DeclineErrorCode>>;

/** Why an order was not charged, where no bank said no: the card isn't on file at the gateway any more. */
export const cardGone = "card_gone";

/** The refusal a patient sees for the gateway's reason; `card_declined` for an unknown reason. Null: no bank was asked, and nothing will be charged. */
export async function declineRefusal(
  services: Pick<Services, "secrets"> & { readonly db: Database } & Refuses<DeclineErrorCode>,
  patientId: string,
  reason: string | null,
): Promise<Refusal> {
  if (reason === null) return services.refuse("card_declined", { message: sentence("payment.not_reached") });
  if (reason === cardGone) return services.refuse("card_declined", { message: sentence("payment.card_gone") });
  const code = errorCodeByDecline[reason as DeclineCode] ?? "card_declined";
  if (code !== "card_declined" || !(await patientById(services, patientId)).nonRxOnly) return services.refuse(code);
  // Who only uses the store has no treatment a decline could interrupt.
  return services.refuse(code, { message: sentence("payment.declined_store_only") });
}
