import { type Permission, permissionsOf } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";

/** What somebody with these roles may do, as a physician in a doctor's name. */
export const permissionsOfRoles = (...roles: readonly Role[]): readonly Permission[] =>
  permissionsOf({ roles, doctorid: "some-doctor" });
