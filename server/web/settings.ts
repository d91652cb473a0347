import type { Services } from "#server/platform/services.ts";

/** What the page may know before it asks: brand, origins, mode. Data, not script, so the CSP needs no exception. */
export function pageSettings({ config, content, gateway }: Services): string {
  const { name, logo, supportemail, supportphone, supporthours, practice, palette, marketing, crisis, termsmissing } =
    content.brand;
  const settings = {
    brand: { name, logo, supportemail, supportphone, supporthours, practice, palette, marketing, crisis, termsmissing },
    publicUrl: config.publicUrl,
    marketingOrigin: config.marketingOrigin,
    demo: config.demo,
    invitationRequired: config.invitationCodes.length > 0,
    termsVersion: content.consents.find(({ at }) => at === "signup")?.version ?? null,
    adminchat: content.states.filter(({ adminchat }) => adminchat).map(({ id }) => id),
    gateway: { name: gateway.name, publishablekey: gateway.publishableKey },
  };
  return `<script type="application/json" id="settings">${JSON.stringify(settings).replaceAll("<", "\\u003c")}</script>`;
}
