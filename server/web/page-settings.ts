import type { Services } from "#server/platform/services.ts";

/** Settings the page has before any call: brand, origins, mode. As JSON. */
export function pageSettings({ config, content, gateway }: Services): string {
  const { name, logo, supportemail, supportphone, supporthours, practice, timezone } = content.brand;
  const { palette, marketing, marketingpages, crisis, termsmissing } = content.brand;
  const settings = {
    brand: {
      name,
      timezone,
      logo,
      supportemail,
      supportphone,
      supporthours,
      practice,
      palette,
      marketing,
      marketingpages,
      crisis,
      termsmissing,
    },
    publicUrl: config.publicUrl,
    marketingOrigin: config.marketingOrigin,
    demo: config.demo,
    invitationRequired: config.invitationCodes.length > 0,
    termsVersion: content.consents.find(({ at }) => at === "signup")?.version ?? null,
    experiments: content.experiments
      .filter(({ running }) => running)
      .map(({ name: experiment, variants }) => ({ name: experiment, variants })),
    promos: content.coupons.map(({ code, banner, startson, endson, firstorder = false }) => ({
      code,
      banner,
      startson,
      endson,
      firstorder,
    })),
    friendreward: content.referral.rewards.friend.words,
    adminchat: content.states.filter(({ adminchat }) => adminchat).map(({ id }) => id),
    gateway: { name: gateway.name, publishablekey: gateway.publishableKey },
  };
  return JSON.stringify(settings);
}
