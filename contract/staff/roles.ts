import type { Scope } from "#contract/http/scopes.ts";

/** What a person of the practice does. Each may have several roles. */
export const roles = ["physician", "nurse", "patient_services", "pharmacy", "finance", "administrator"] as const;
export type Role = (typeof roles)[number];

/**
 * What each role may do, in the words of the API keys: no clinical field for patient services, finance or an administrator, and nothing but the
 * prescription for the pharmacy (decisions §11).
 */
export const roleScopes: Readonly<Record<Role, readonly Scope[]>> = {
  physician: ["patients", "clinical", "identity", "rx"],
  nurse: ["patients", "clinical", "identity"],
  patient_services: ["patients", "identity", "messages", "orders"],
  pharmacy: ["dispense"],
  finance: ["finance"],
  administrator: ["team", "keys", "events", "audit"],
};

/** The scopes of somebody: a physician who decides in no doctor's name yet decides nothing. */
export const scopesOf = (member: {
  readonly roles: readonly Role[];
  readonly doctorid: string | null;
}): readonly Scope[] => [
  ...new Set(
    member.roles.filter((role) => role !== "physician" || member.doctorid !== null).flatMap((role) => roleScopes[role]),
  ),
];
