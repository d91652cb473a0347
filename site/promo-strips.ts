import { dayIn } from "#contract/fields/formats.ts";
import { html, type Html } from "./html.ts";
import type { Site } from "./settings.ts";

/** Today's promo offers that have a line. */
export function promosToday(site: Site, today = dayIn(site.practice.brand.timezone, new Date())) {
  return site.practice.coupons.flatMap(({ code, startson, endson, banner }) =>
    banner && startson <= today && today <= endson ? [{ code, banner }] : [],
  );
}

/** One hidden line for each promo offer; assets/promo.js shows the one of this visit. */
export const promoStrips = (site: Site): Html[] =>
  promosToday(site).map(
    ({ code, banner }) => html`
      <aside class="promo" data-promo="${code}" aria-label="Offer" hidden>
        <p><strong>${banner}.</strong> <a href="/offers">See the offer</a></p>
        <button type="button" class="tool" data-promo-hide>Hide</button>
      </aside>
    `,
  );
