import { permits } from "#contract/policy/policy.ts";
import { unclosedEmergencies } from "#server/emergency/public.ts";
import type { Authenticators } from "#server/platform/http/authenticate.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientOf } from "./patient-of.ts";

/**
 * Nobody decides anything for a patient over an emergency they don't know of: refuses `emergency_open`, with what is open, until the caller has named
 * each of them. One told of meanwhile is asked about again.
 */
export const requireEmergencySeen =
  (services: Pick<Services, "db" | "secrets">): Authenticators["emergencySeen"] =>
  async ({ permissions }, thing, seen) => {
    const patientId = await patientOf(services, thing);
    if (patientId === null) return;
    const open = await unclosedEmergencies(services, patientId);
    if (seen === "all" || open.every(({ id }) => seen.includes(id))) return;
    // Anybody else learns that there is something.
    const reads = permits(permissions, ["read:health"]);
    const emergencies = open.map(({ title, words, ...known }) => (reads ? { ...known, title, words } : known));
    throw new Refusal("emergency_open", { details: { emergencies } });
  };
