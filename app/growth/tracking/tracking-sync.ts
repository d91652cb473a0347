import type { Call } from "#app/api/client.ts";
import { cookieLives, cookieNames } from "#app/api/cookie-names.ts";
import type { CookieJar } from "#app/api/cookies.ts";
import { growth } from "#contract/growth.ts";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";
import { awinClickOf, tokenOf, utmSetOf } from "#contract/tracking.ts";
import { keepVariants } from "./experiments.ts";

/** Nobody waits for any of this, and what is lost is let go. */
const quiet = { retry: false, silent: true } as const;

interface Parts {
  readonly call: Call;
  readonly cookies: CookieJar;
  readonly record: OnboardingRecord | null;
  /** The session began on this page, or its address told of a campaign: the server does not know of it yet. */
  readonly news: boolean;
}

/** Brings what the browser and the server know of where a patient came from together, and her variants from the server. */
export async function syncTracking(parts: Parts): Promise<void> {
  if (parts.news) await identify(parts).catch(() => null);
  await Promise.all([
    askTouch(parts, growth.sessionUtm, "utm", "noBackendUtm"),
    askTouch(parts, growth.firstTouchUtm, "firstTouchUtm", "noBackendFirstTouchUtm"),
    askVariants(parts),
  ]);
}

/** Which flow she is in, and the clicks that brought her, by ids that are no person's (spec §7). */
async function identify({ call, cookies, record }: Parts): Promise<void> {
  const click = (name: keyof typeof cookieNames) => tokenOf(cookies.get(cookieNames[name]));
  const shareasaleclickid = awinClickOf(cookies.get(cookieNames.awin));
  const ids = {
    flow_variant: record?.flow_variant,
    deduplicationid: record?.deduplicationID ?? click("deduplicationId"),
    everflowtransactionid: click("everflow"),
    irclickid: click("impact"),
    taboolaclickid: click("taboola"),
  };
  const body = Object.fromEntries(Object.entries(ids).filter(([, value]) => value));
  await call(onboarding.event, { params: { eventName: "OnboardingIdentify" }, body }, quiet);
  if (shareasaleclickid) await call(onboarding.saveShareASale, { body: { shareasaleclickid } }, quiet);
}

/** A campaign the server kept comes back into its cookie; that there is none is remembered for an hour. */
async function askTouch(
  { call, cookies }: Parts,
  endpoint: typeof growth.sessionUtm | typeof growth.firstTouchUtm,
  cookie: "utm" | "firstTouchUtm",
  flag: "noBackendUtm" | "noBackendFirstTouchUtm",
): Promise<void> {
  if (cookies.get(cookieNames[cookie]) || cookies.get(cookieNames[flag])) return;
  const answer = await call(endpoint, {}, quiet).catch(() => null);
  if (!answer) return;
  const utm = utmSetOf(answer.utm);
  if (utm) cookies.set(cookieNames[cookie], JSON.stringify(utm), cookieLives[cookie]);
  else cookies.set(cookieNames[flag], "true", cookieLives[flag]);
}

async function askVariants({ call, cookies, news }: Parts): Promise<void> {
  if (!news && cookies.get(cookieNames.variants)) return;
  const answer = await call(growth.experiments, {}, quiet).catch(() => null);
  if (answer) keepVariants(answer.items, cookies);
}
