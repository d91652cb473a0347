/** The practice's people: their sessions, and what the host and the demo do about them. */
export { createStaffAuthenticator } from "./authenticate.ts";
export {
  addMember,
  disableByHost,
  listMembers,
  makeEmergencyAccount,
  memberNames,
  memberNamesById,
  resetByHost,
} from "./members/members.ts";
export { requireTeamDoctor } from "./members/team-doctors.ts";
export { registerWorkStream } from "./work-stream.ts";
export { memberAddresses } from "./work/addresses.ts";
export { claimWork, listClaims, type Work } from "./work/claims.ts";
export {
  type Colleague,
  assign,
  colleagues,
  endAssignment,
  holdersOf,
  lockColleague,
  unassign,
} from "./work/assignments.ts";
export { makeInvitation } from "./members/invitations.ts";
export { codeAt, confirmedAuthenticator } from "./factors/authenticator.ts";
export { registerStaffOidc } from "./oidc/oidc-routes.ts";
/** Loaded with its library where there is a provider to ask. */
export const probeProvider = async (
  settings: Parameters<(typeof import("./oidc/probe-provider.ts"))["probeProvider"]>[0],
) => (settings === null ? [] : (await import("./oidc/probe-provider.ts")).probeProvider(settings));
