import { utmFields, utmSetOf, type UtmSet } from "#contract/tracking.ts";
import type { Utm } from "#contract/tracking-calls.ts";
import { visitorTracking, visitTracking } from "#server/onboarding/public.ts";
import type { Caller, RequestFacts } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";

type Parts = Pick<Services, "db"> & { readonly caller: Caller | null; readonly request: RequestFacts };

/** Her campaign of the last or the first touch: a patient's own, else that of the browser by its id; null when there is none. */
export async function utmOf(
  { db, caller, request }: Parts,
  touch: "utm" | "firsttouchutm",
): Promise<{ utm: Utm | null }> {
  const kept = caller ? await visitTracking(db, caller.patientId) : {};
  const seen = kept[touch] ?? (request.cookieId && !caller ? await visitorTracking(db, request.cookieId) : {})[touch];
  const set = utmSetOf(seen);
  return { utm: set && whole(set) };
}

const whole = (set: UtmSet): Utm => Object.fromEntries(utmFields.map((field) => [field, set[field] ?? null])) as Utm;
