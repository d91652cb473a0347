import type { Decline, DeclineCode } from "./port.ts";

/** What a bank's no means by a gateway's decline code: what the patient reads, and whether this card may be charged again. */
interface Meaning {
  readonly code: DeclineCode;
  /** Trying this card again can't succeed, and card networks charge fees for it. */
  readonly final: boolean;
}

const again = (code: DeclineCode = "generic_decline"): Meaning => ({ code, final: false });
const never = (code: DeclineCode = "generic_decline"): Meaning => ({ code, final: true });

/** Every decline code that Stripe documents (Decline codes), and the error codes a card error has instead of one (Error codes). */
export const meaningOfDecline: Readonly<Record<string, Meaning>> = {
  approve_with_id: again(),
  // Off session nobody is there to authenticate; a bank may still exempt the next try, and a patient who saves the card again can authenticate.
  authentication_not_handled: again(),
  authentication_required: again(),
  call_issuer: again(),
  card_decline_rate_limit_exceeded: again(),
  card_not_supported: never(),
  card_velocity_exceeded: again(),
  currency_not_supported: never(),
  do_not_honor: again(),
  do_not_try_again: never(),
  // The bank saw the same amount a moment ago.
  duplicate_transaction: again(),
  // Banks tell networks of the new date, and gateways update the card on file.
  expired_card: again("expired_card"),
  fraudulent: never(),
  generic_decline: again(),
  highest_risk_level: never(),
  incorrect_address: again(),
  incorrect_cvc: again(),
  incorrect_number: never(),
  incorrect_pin: again(),
  incorrect_zip: again(),
  insufficient_funds: again("insufficient_funds"),
  invalid_account: never(),
  invalid_amount: again(),
  invalid_cvc: again(),
  invalid_expiry_month: again("invalid_expiry_month"),
  invalid_expiry_year: again("invalid_expiry_month"),
  invalid_number: never(),
  invalid_pin: again(),
  issuer_not_available: again(),
  live_mode_test_card: never(),
  lost_card: never("lost_card"),
  merchant_blacklist: never(),
  mobile_device_authentication_required: again(),
  new_account_information_available: again(),
  no_action_taken: again(),
  not_permitted: again(),
  offline_pin_required: again(),
  online_or_offline_pin_required: again(),
  pickup_card: never(),
  pin_try_exceeded: again(),
  processing_error: again(),
  reenter_transaction: again(),
  restricted_card: never(),
  revocation_of_all_authorizations: never(),
  revocation_of_authorization: never(),
  security_violation: never(),
  service_not_allowed: never(),
  stolen_card: never("lost_card"),
  stop_payment_order: never(),
  test_mode_decline: never(),
  testmode_decline: never(),
  transaction_not_allowed: never(),
  try_again_later: again(),
  withdrawal_count_limit_exceeded: again(),
};

/** Mastercard's advice not to try this card again: 03 and 21 (Stripe, Network decline codes). */
const finalNetworkAdvice = new Set(["03", "21"]);

/** The fields of a card error that say why. */
export interface CardError {
  readonly code?: string | null | undefined;
  readonly decline_code?: string | null | undefined;
  readonly advice_code?: string | null | undefined;
  readonly network_advice_code?: string | null | undefined;
}

/** What a card error means; a code that isn't documented is a decline like any other, which a later try may pass. */
export function declineOf(error: CardError): Decline {
  const meaning = meaningOfDecline[error.decline_code ?? ""] ?? meaningOfDecline[error.code ?? ""] ?? again();
  const isAdvised = error.advice_code === "do_not_try_again" || finalNetworkAdvice.has(error.network_advice_code ?? "");
  return isAdvised ? { ...meaning, final: true } : meaning;
}
