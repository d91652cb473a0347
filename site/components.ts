import type { CatalogueProduct } from "#contract/catalogue.ts";
import { startLink } from "./cart-links.ts";
import { html, type Html, type HtmlValue } from "./html.ts";
import { dollars, periodText, type Family, firstPricing, hasDearerStrengths } from "./product-groups.ts";
import type { Site } from "./settings.ts";

/* Components shared by several pages. */

export const illustration = (name: string, className = "drawing"): Html => html`
  <img class="${className}" src="/assets/art/${name}.svg" alt="" width="240" height="240" loading="lazy" />
`;

export const productPicture = (
  site: Site,
  { picture }: CatalogueProduct,
  loading: "lazy" | "eager" = "lazy",
): Html => html` <img src="${site.appOrigin}${picture}" alt="" width="320" height="320" loading="${loading}" /> `;

/** One line of a price list: the picture, what it is, and from how much. */
export const familyRow = (site: Site, family: Family, level: 2 | 3 = 3): Html => html`
  <li class="row product">
    <div class="picture">${productPicture(site, family.first)}</div>
    <div class="text">
      ${headingOf(level, html`<a href="/products/${family.slug}">${family.first.name}</a>`)}
      <p>${family.first.description}</p>
      ${priceOf(family)}
    </div>
  </li>
`;

function priceOf(family: Family): HtmlValue {
  const pricing = firstPricing(family);
  if (!pricing) return false;
  const from = hasDearerStrengths(family) ? "From " : "";
  return html`<p class="price">
    ${from}${dollars(pricing.price)} <span>${periodText(family.first, pricing.dayssupply)}</span>
    ${!family.first.prescription && html`<span class="badge free">No prescription</span>`}
  </p>`;
}

const headingOf = (level: 2 | 3, content: HtmlValue): Html =>
  level === 2 ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;

/** The breadcrumb path of a page, from the home page down. */
export const breadcrumbs = (steps: readonly (readonly [href: string, label: string])[], here: string): Html => html`
  <nav class="trail" aria-label="You are here">
    <ol>
      ${steps.map(([href, label]) => html`<li><a href="${href}">${label}</a></li>`)}
      <li aria-current="page">${here}</li>
    </ol>
  </nav>
`;

/** The dark band at the end of a page. */
export const callToAction = (site: Site, title: string, text: string, more?: Html): Html => html`
  <section class="invitation">
    <div class="inner">
      ${illustration("branch")}
      <div>
        <h2>${title}</h2>
        <p>${text}</p>
        <p class="actions">${startLink(site, "button light")} ${more}</p>
      </div>
    </div>
  </section>
`;

/** A plain page of text. */
export const textPage = (title: string, body: HtmlValue, lead?: string): Html => html`
  <article class="reading">
    <h1>${title}</h1>
    ${lead && html`<p class="lead">${lead}</p>`} ${body}
  </article>
`;
