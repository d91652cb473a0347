import type { Grant, Scope } from "./policy.ts";

/** What a role opens, by scopes, or by parts where no scope says it. */
export interface RoleGrant extends Partial<Grant> {
  readonly scopes: readonly Scope[];
}

/**
 * What each role of the practice's people opens: nothing clinical for patient services, finance or an administrator, and for the pharmacy the prescription and
 * what the law has a pharmacist review (decisions §11). A new role is an entry here, and its words for whoever gives it.
 */
export const roleGrants = {
  physician: { scopes: ["patients", "clinical", "identity", "rx"] },
  nurse: { scopes: ["patients", "clinical", "identity"] },
  patient_services: { scopes: ["patients", "identity", "messages", "orders"] },
  pharmacy: { scopes: ["dispense"] },
  finance: { scopes: ["finance"] },
  administrator: { scopes: ["team", "keys", "events", "audit"], reads: ["tasks"], writes: ["tasks"] },
} satisfies Record<string, RoleGrant>;

/** What a person of the practice does. Each may have several roles. */
export type Role = keyof typeof roleGrants;
export const roles = Object.keys(roleGrants) as Role[];
