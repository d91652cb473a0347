import { utmFields, utmSetOf, type UtmSet } from "#contract/growth/campaign-values.ts";
import type { Utm } from "#contract/growth/tracking-calls.ts";
import { findVisitorTracking, findVisitTracking } from "#server/onboarding/public.ts";
import type { Caller, RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db"> & { readonly caller: Caller | null; readonly request: RequestMetadata };

/** The campaign of the last or the first touch: the signed-in patient's, else the browser's by its cookie id; null when there is none. */
export async function readUtm(
  { db, caller, request }: Deps,
  touch: "utm" | "firsttouchutm",
): Promise<{ utm: Utm | null }> {
  const patientTracking = caller ? await findVisitTracking(db, caller.patientId) : {};
  const stored =
    patientTracking[touch] ??
    (request.cookieId && !caller ? await findVisitorTracking(db, request.cookieId) : {})[touch];
  const set = utmSetOf(stored);
  return { utm: set && toCompleteUtm(set) };
}

const toCompleteUtm = (set: UtmSet): Utm =>
  Object.fromEntries(utmFields.map((field) => [field, set[field] ?? null])) as Utm;
