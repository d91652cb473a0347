/** What other rooms use of growth. */
export { assignPatientVariants } from "./tracking/experiments.ts";
export { recordGpc } from "./tracking/measurement.ts";
export { invitedEmailDigest } from "./referral/stop-token.ts";
