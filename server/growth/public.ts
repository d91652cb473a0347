/** What other rooms use of growth. */
export { patientsVariants } from "./tracking/experiments.ts";
export { noteGpc } from "./tracking/measurement.ts";
export { friendDigest } from "./referral/stop-token.ts";
