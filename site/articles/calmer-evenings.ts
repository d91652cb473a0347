import { addToCartLink } from "../cart-links.ts";
import { html } from "../html.ts";
import { slugOf } from "../product-groups.ts";
import type { Article } from "./articles.ts";

export const calmerEvenings: Article = {
  slug: "calmer-evenings",
  title: "Small habits for calmer evenings",
  lead: "Evenings have their own pace. Here are a few simple things you can try tonight.",
  art: "moon",
  minutes: 2,
  body: (site) => {
    const product = site.products.find(({ productid }) => productid === "magnesium");
    return html`
      <h2>Dim the last hour</h2>
      <p>
        Turn the bright lights off an hour before bed. Leave your phone in another room, with its alarm on if you need
        it.
      </p>
      <h2>Keep the bedroom cool</h2>
      <p>
        Choose light layers you can push away. Keep a glass of water and a dry shirt within reach, so you can stay half
        asleep.
      </p>
      <h2>Give worries a place</h2>
      <p>
        Write down tomorrow’s three things on paper. Once they’re written down, you don’t have to keep them in mind.
      </p>
      ${
        product &&
        html`
          <aside class="aside" aria-label="From our shelf">
            <p>
              <strong><a href="/products/${slugOf(product.name)}">${product.name}</a></strong
              ><br />
              ${product.description}
            </p>
            <p class="actions">${addToCartLink(site, product, "button secondary", `Add ${product.name} to cart`)}</p>
            ${product.notices.map((notice) => html`<p class="quiet">${notice}</p>`)}
          </aside>
        `
      }
      <h2>When nights are still hard</h2>
      <p>
        If you’ve slept badly for weeks, tell a doctor. There may be a cause we can help with. You can start a visit any
        time, even from bed.
      </p>
      <p><a class="textlink" href="/articles/your-first-visit">What your first visit is like</a></p>
    `;
  },
};
