import type { CatalogueProduct } from "#contract/catalogue.ts";
import { html } from "../html.ts";
import { familiesOf } from "../product-groups.ts";
import type { Site } from "../settings.ts";
import type { Article } from "./articles.ts";

export const healthFunds: Article = {
  slug: "paying-with-health-funds",
  title: "Paying with HSA or FSA funds",
  lead: "You can use health funds for most of what we offer. Here’s how to do it without surprises.",
  art: "envelope",
  minutes: 2,
  body: (site) => html`
    <h2>Use the card like any other</h2>
    <p>Enter the number of your HSA or FSA card at checkout. There’s no form to fill out.</p>
    <h2>Look for the note on the product</h2>
    <p>Each product shows what your plan may pay for:</p>
    <h3>You can use health funds for</h3>
    ${list(site, "eligible")}
    <h3>You need a letter from your doctor for</h3>
    ${list(site, "needs_letter")}
    <h3>You can’t use health funds for</h3>
    ${list(site, "not_eligible")}
    <p>Every plan has its own rules. If you’re not sure, ask yours before you pay.</p>
    <h2>Keep the receipt</h2>
    <p>
      The app has a receipt for each year. It lists every product, date and price your plan may ask for. Open the menu
      at the top of the app and choose HSA receipt.
    </p>
    <p><a class="textlink" href="/offers">See the offers for health funds</a></p>
  `,
};

const list = (site: Site, hsa: CatalogueProduct["hsa"]) => html`
  <ul>
    ${familiesOf(site.products)
      .filter(({ first }) => first.hsa === hsa)
      .map(({ slug, first }) => html`<li><a href="/products/${slug}">${first.name}</a></li>`)}
  </ul>
`;
