/** No data: every payment that began and did not finish its visit yet. */
export const finishQueue = "onboarding-finish";
/** No data: e-mails typed before an account, older than 30 days. */
export const leadsExpireQueue = "onboarding-leads-expire";
