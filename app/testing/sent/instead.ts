const ownWords = "The screen says it in words of its own.";
const asksOn = "The page asks what became of the payment, and pays nothing meanwhile.";
const reviewGoesOn = "The review has moved on elsewhere: it goes to the question where it is.";
const visitGoesOn = "The visit has moved on elsewhere: it goes to the step where it is.";

/** Refusals that the patients' app doesn't tell in the server's words, or not where they happen, and what it does instead. */
export const instead: Readonly<Record<string, string>> = {
  "account.closeAccount wrong_credentials": ownWords,
  "account.checkHelperLink link_expired": ownWords,
  "account.useHelperLink link_expired": ownWords,
  "account.declineHelperLink link_expired": ownWords,
  "account.stopEmailChange link_expired": ownWords,
  "account.verifyEmail link_expired": ownWords,
  "account.readMerge link_expired": ownWords,
  "account.confirmMerge link_expired": ownWords,
  "account.declineMerge link_expired": ownWords,
  "account.updateHealthAnswers conflict": "What was changed elsewhere is shown beside what was typed here.",
  "auth.signOut lost": "Whoever logs out is logged out here, also where the server doesn't learn of it.",
  "auth.checkRecovery lost": "The form is worth a try.",
  "auth.checkRecovery link_expired": ownWords,
  "followup.applyCoupon lost": ownWords,
  "followup.saveStep step_ahead": reviewGoesOn,
  "followup.saveStep wrong_state": reviewGoesOn,
  "growth.checkReferral referral_not_found": ownWords,
  "growth.checkReferral referral_own": "A notice of the page says it, wherever the patient goes.",
  "growth.checkReferral referral_used": "Nothing is promised.",
  "growth.checkReferral lost": "Nothing is promised before the code is known to be good.",
  "growth.stopInvitations link_expired": ownWords,
  ...Object.fromEntries(
    ["saveStep", "uploadPhoto", "verifyIdentity"].flatMap((call) =>
      ["step_ahead", "step_completed", "visit_stopped"].map((code) => [`onboarding.${call} ${code}`, visitGoesOn]),
    ),
  ),
  "onboarding.verifyIdentity identity_attempts": visitGoesOn,
  "payment.saveSource payment_pending": asksOn,
  "store.checkout payment_pending": asksOn,
  "messages.send lost": "It stays in the outbox, which sends it again by itself.",
};
