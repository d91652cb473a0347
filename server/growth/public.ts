/** The public interface of growth for other features. */
export { invitedEmailDigest } from "./referral/opt-out-token.ts";
export { recordGpc } from "./tracking/measurement-consent.ts";
export { probeForwarding } from "./tracking/forwarding.ts";
export { forwardingTable } from "./tracking/forwarding-answers.ts";
