import type { Call } from "#app/api/request.ts";
import { cookieMaxAges, cookieNames } from "#app/api/session/cookie-names.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import { trackingCalls } from "#contract/growth/tracking-calls.ts";
import { visitEventCalls } from "#contract/growth/client-events.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { awinClickOf, opaqueIdOf, utmSetOf } from "#contract/growth/campaign-values.ts";
import { saveVariants } from "../experiments/experiments.ts";

/** Nothing waits for these requests, and failures are dropped. */
const silentOptions = { retry: false, silent: true } as const;

interface SyncServices {
  readonly call: Call;
  readonly cookies: CookieJar;
  readonly record: OnboardingRecord | null;
  /** The session began on this page or its URL named a campaign, so the server doesn't know yet. */
  readonly isNew: boolean;
}

/** Syncs attribution between browser and server, and fetches the patient's variants. */
export async function syncTracking(services: SyncServices): Promise<void> {
  if (services.isNew) await identify(services).catch(() => null);
  await Promise.all([
    fetchTouch(services, trackingCalls.sessionUtm, "utm", "noBackendUtm"),
    fetchTouch(services, trackingCalls.firstTouchUtm, "firstTouchUtm", "noBackendFirstTouchUtm"),
    fetchVariants(services),
  ]);
}

/** Sends the patient's flow and the ad clicks that led here, as ids that identify no person (spec §7). */
async function identify({ call, cookies, record }: SyncServices): Promise<void> {
  const click = (name: keyof typeof cookieNames) => opaqueIdOf(cookies.get(cookieNames[name]));
  const shareasaleclickid = awinClickOf(cookies.get(cookieNames.awin));
  const ids = {
    flow_variant: record?.flow_variant,
    deduplicationid: record?.deduplicationID ?? click("deduplicationId"),
    everflowtransactionid: click("everflow"),
    irclickid: click("impact"),
    taboolaclickid: click("taboola"),
  };
  const body = Object.fromEntries(Object.entries(ids).filter(([, value]) => value));
  await call(visitEventCalls.event, { params: { eventName: "OnboardingIdentify" }, body }, silentOptions);
  if (shareasaleclickid) await call(visitEventCalls.saveShareASale, { body: { shareasaleclickid } }, silentOptions);
}

/** Restores a campaign the server knows into its cookie; that there is none is remembered for an hour. */
async function fetchTouch(
  { call, cookies }: SyncServices,
  endpoint: typeof trackingCalls.sessionUtm | typeof trackingCalls.firstTouchUtm,
  cookie: "utm" | "firstTouchUtm",
  flag: "noBackendUtm" | "noBackendFirstTouchUtm",
): Promise<void> {
  if (cookies.get(cookieNames[cookie]) || cookies.get(cookieNames[flag])) return;
  const response = await call(endpoint, {}, silentOptions).catch(() => null);
  if (!response) return;
  const utm = utmSetOf(response.utm);
  if (utm) cookies.set(cookieNames[cookie], JSON.stringify(utm), cookieMaxAges[cookie]);
  else cookies.set(cookieNames[flag], "true", cookieMaxAges[flag]);
}

async function fetchVariants({ call, cookies, isNew }: SyncServices): Promise<void> {
  if (!isNew && cookies.get(cookieNames.variants)) return;
  const response = await call(trackingCalls.experiments, {}, silentOptions).catch(() => null);
  if (response) saveVariants(response.items, cookies);
}
