import type { StaffMember } from "#contract/staff/members.ts";
import { scopesWithin } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";
import type { StaffSession } from "#contract/staff/sessions.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";

export const staffId = (number: number) => `0199c0de-0000-7000-8000-${String(number).padStart(12, "0")}`;

/** An open session of somebody with these roles. */
export function openSession(roles: readonly Role[] = ["nurse"], change: Partial<StaffSession> = {}): StaffSession {
  return {
    stage: "open",
    member: {
      id: staffId(1),
      name: "Nora Nurse",
      email: "nora@practice.example",
      roles: [...roles],
      permissions: [...permissionsOfRoles(...roles)],
      scopes: [...scopesWithin(permissionsOfRoles(...roles))],
      doctorname: null,
    },
    proofs: ["passkey", "code", "recovery_code"],
    locksat: "2026-11-25T17:15:00Z",
    endsat: "2026-11-26T05:00:00Z",
    freshuntil: "2026-11-25T17:05:00Z",
    ...change,
  };
}

/** The same session as the server answers it while it is locked: nobody may anything. */
export function lockedSession(session = openSession()): StaffSession {
  return {
    ...session,
    stage: "locked",
    member: session.member && { ...session.member, permissions: [], scopes: [] },
    locksat: null,
    freshuntil: null,
  };
}

export const member = (change: Partial<StaffMember> = {}): StaffMember => ({
  id: staffId(1),
  name: "Nora Nurse",
  email: "nora@practice.example",
  roles: ["nurse"],
  doctorid: null,
  status: "active",
  invitationexpiresat: null,
  passkeys: 2,
  hasauthenticator: true,
  recoverycodesleft: 10,
  lastsignedinat: "2026-11-25T13:00:00Z",
  createdat: "2026-11-01T13:00:00Z",
  disabledat: null,
  ...change,
});
