import { addToCartLink } from "../cart-links.ts";
import { html } from "../html.ts";
import { slugOf } from "../product-groups.ts";
import type { Article } from "./articles.ts";

export const calmerEvenings: Article = {
  slug: "calmer-evenings",
  title: "Small habits for calmer evenings",
  lead: "An evening has its own pace. Here are a few simple things that you can try tonight.",
  art: "moon",
  minutes: 2,
  body: (site) => {
    const product = site.products.find(({ productid }) => productid === "magnesium");
    return html`
      <h2>Dim the last hour</h2>
      <p>
        Turn the big lights off an hour before bed. Put the phone to sleep in another room, with its alarm on if you
        need it.
      </p>
      <h2>Keep the bedroom cool</h2>
      <p>
        Choose light layers that you can push away. Keep a glass of water and a dry shirt within reach, so that you can
        stay half asleep.
      </p>
      <h2>Give worries a place</h2>
      <p>Write tomorrow’s three things on paper. What is written down does not have to be held in mind.</p>
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
      <h2>When the nights stay hard</h2>
      <p>
        If you have slept badly for weeks, tell a doctor. There may be a reason that can be helped. You can start a
        visit at any hour, even from bed.
      </p>
      <p><a class="textlink" href="/articles/your-first-visit">What your first visit is like</a></p>
    `;
  },
};
