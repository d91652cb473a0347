import { permissionsOf, rolesInEffect } from "#contract/policy/policy.ts";
import type { SessionUse, OpenSession } from "#server/platform/http/authenticate.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { refreshRoles } from "./oidc/refresh-roles.ts";
import { findStaffSession, isFreshlyProven, recordStaffUse } from "./sessions/session.ts";

/** Authenticates people of the practice by the secret of their session. Person and roles are read at each call: whoever was removed is out with their next one. */
export function createStaffAuthenticator(
  services: Pick<Services, "db" | "clock" | "config" | "secrets" | "log" | "outside">,
): (secret: string, use: SessionUse) => Promise<OpenSession> {
  return async (secret, { inBackground }) => {
    const session = await findStaffSession(services, secret);
    if (!session || session.stage === "second_factor") throw new Refusal("staff_session_ended");
    if (session.stage === "locked") throw new Refusal("staff_session_locked");
    const roles = await refreshRoles(services, session);
    if (roles === null) throw new Refusal("staff_session_ended");
    if (!inBackground) await recordStaffUse(services, session);
    const { member, row } = session;
    return {
      clinic: {
        actor: `staff:${member.id}`,
        owner: `staff:${member.id}`,
        permissions: permissionsOf({ roles, doctorid: member.doctor_id }),
        member: {
          memberId: member.id,
          sessionId: row.id,
          roles: rolesInEffect({ roles, doctorid: member.doctor_id }),
          doctorId: member.doctor_id,
          enrolling: session.stage === "enrolling",
        },
      },
      isFresh: isFreshlyProven(row, services.clock.now()),
    };
  };
}
