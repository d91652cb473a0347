/** The public interface of growth for other features. */
export { assignPatientVariants } from "./experiments/experiments.ts";
export { invitedEmailDigest } from "./referral/opt-out-token.ts";
export { recordGpc } from "./tracking/measurement-consent.ts";
