import type { ErrorCode } from "#contract/errors.ts";
import type { DeclineCode } from "#server/platform/gateway/port.ts";
import { Refusal } from "#server/platform/refusal.ts";

const codes: Readonly<Record<DeclineCode, ErrorCode>> = {
  insufficient_funds: "insufficient_funds",
  lost_card: "lost_card",
  expired_card: "expired_card",
  invalid_expiry_month: "expired_card",
  generic_decline: "card_declined",
};

/** The refusal a patient sees for the gateway's reason; `card_declined` for a reason we do not know. */
export const declined = (reason: string | null): Refusal =>
  new Refusal(codes[reason as DeclineCode] ?? "card_declined");
