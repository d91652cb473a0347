/** Senders that have no row, and why. */
export const notHere: Readonly<Record<string, string>> = {
  "app/growth/referral/use-invite.ts growth.referral": "Only the name under which the page keeps what it has loaded.",
};

const asRead = "Taken so that what was read may be sent back whole; a form sends what it asks for.";
const ofUpsell = "The id of the upsell says it; the server takes its own values of the others.";

/** Fields of calls that the patients' app never sends, and why. */
export const unsent: Readonly<Record<string, string>> = {
  "account.updateUser deathreportedat, email, emailrefused, emailverified, failedtransactionreason, followup_code, hasfailedtransaction, id, needspatientreply, pharmacy, profileUrl, state, timezone":
    asRead,
  "store.createShippingAddress country, default, id": asRead,
  "store.updateShippingAddress country, default, id": asRead,
  "store.createShippingAddress firstname, lastname": "A first address has the name of the account.",
  "auth.refreshToken refreshtoken": "For clients that aren't browsers: the cookie says it.",
  "documents.replace kind, title": "Only the file is replaced.",
  "followup.saveStep answer, answer[], others, questionid":
    "One answer, for other clients; the app sends them as a list.",
  "growth.acceptOnboardingUpsell couponId, pricingId, productId, triggeredfrom": ofUpsell,
  "growth.acceptUpsell couponId, pricingId, productId, triggeredfrom, upsellId": ofUpsell,
  "onboarding.errorLog customerid, email, environment": "Errors are told without saying whose they are.",
  "onboarding.reject reason": "The server knows why it stopped the visit.",
  "store.checkout shippingid": "The cart's orders go to the newest address, as the specification has it.",
};
