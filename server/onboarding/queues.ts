/** `{ patientId }`: a payment of hers began a while ago; see what became of it. */
export const finishQueue = "onboarding-finish";
/** No data: every payment that began and did not finish a visit yet. */
export const finishSweepQueue = "onboarding-finish-sweep";
/** No data: e-mails typed before an account, older than 30 days. */
export const leadsExpireQueue = "onboarding-leads-expire";
