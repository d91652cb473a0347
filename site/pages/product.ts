import type { CatalogueProduct } from "#contract/catalogue.ts";
import { addChosenToCartLink, cartItem, startLink } from "../cart-links.ts";
import { familyRow, productPicture, breadcrumbs } from "../components.ts";
import { html, type Html } from "../html.ts";
import type { Page } from "../layout.ts";
import { dollars, periodText, type Family, productGroupsOf } from "../product-groups.ts";
import type { Site } from "../settings.ts";

/** HSA and FSA eligibility, in a word or in a sentence. */
const hsaNotes: Readonly<Record<CatalogueProduct["hsa"], { readonly short: string; readonly long: string }>> = {
  eligible: { short: "HSA/FSA", long: "You can pay with HSA or FSA funds." },
  needs_letter: {
    short: "HSA/FSA with a letter",
    long: "You can pay with HSA or FSA funds if your doctor writes a letter for it.",
  },
  not_eligible: { short: "Not for HSA/FSA", long: "You can’t use HSA or FSA funds for this product." },
};

const badges = ({ prescription, hsa }: CatalogueProduct): Html => html`
  <p class="badges">
    <span class="badge ${prescription ? "rx" : "free"}">${prescription ? "By prescription" : "No prescription"}</span>
    <span class="badge">${hsaNotes[hsa].short}</span>
  </p>
`;

/** The page of a product with all its strengths; null when no product has this slug. */
export function product(site: Site, slug: string): Page | null {
  const productGroup = productGroupsOf(site.products).find(({ families }) =>
    families.some((family) => family.slug === slug),
  );
  const family = productGroup?.families.find((each) => each.slug === slug);
  if (!productGroup || !family) return null;
  const { first } = family;
  const others = productGroup.families.filter((each) => each !== family).slice(0, 3);
  return {
    title: first.name,
    description: first.description,
    section: "/products",
    body: html`
      <div class="inner">
        ${breadcrumbs(
          [
            ["/products", "Treatments"],
            [`/products#${productGroup.id}`, productGroup.title],
          ],
          first.name,
        )}
        <div class="buy">
          <div class="stage">${productPicture(site, first, "eager")}</div>
          <div class="offer">
            ${badges(first)}
            <h1>${first.name}</h1>
            <p class="lead">${first.description}</p>
            ${first.prescription ? prescriptionForm(site, family) : nonPrescriptionForm(site, family)}
          </div>
        </div>
        <div class="facts">
          <section>
            <h2>How to use it</h2>
            <p>${first.howtouse}</p>
          </section>
          ${
            first.notices.length > 0 &&
            html`
              <section class="notices">
                <h2>Good to know first</h2>
                <ul>
                  ${first.notices.map((notice) => html`<li>${notice}</li>`)}
                </ul>
              </section>
            `
          }
          <section>
            <h2>Paying for it</h2>
            <p>${hsaNotes[first.hsa].long} Shipping is free, in a plain box.</p>
          </section>
        </div>
        ${
          others.length > 0 &&
          html`
            <section class="section" aria-labelledby="others">
              <h2 id="others">Also in ${productGroup.title.toLowerCase()}</h2>
              <ul class="rows">
                ${others.map((other) => familyRow(site, other))}
              </ul>
            </section>
          `
        }
      </div>
    `,
  };
}

/** A prescription begins with a visit; patients who have one already may go to the cart. */
const prescriptionForm = (site: Site, family: Family): Html => html`
  ${prices(family)}
  <p class="actions">${startLink(site)}</p>
  <p class="quiet">
    This needs a prescription. A doctor will look at your answers first. You’ll only be charged if your plan is
    approved.
  </p>
  <details class="question">
    <summary>I already have a prescription</summary>
    <form class="answer">
      <p>Choose what your doctor approved. You can only check out with an approved treatment.</p>
      <label class="field">
        Strength and supply
        <select name="supply" autocomplete="off">
          ${family.strengths.map((strength) =>
            strength.pricings.map(
              ({ pricingid, price, dayssupply }) => html`
                <option value="${pricingid}" data-cart-item="${cartItem(site, strength, pricingid)}">
                  ${strength.strength}, ${dollars(price)} ${periodText(strength, dayssupply)}
                </option>
              `,
            ),
          )}
        </select>
      </label>
      ${addChosenToCartLink(site, family.first, "button secondary", "Add to cart")}
    </form>
  </details>
`;

const prices = ({ first, strengths }: Family): Html => html`
  <table class="prices">
    <caption>
      Price of a supply
    </caption>
    <thead>
      <tr>
        <th scope="col">Strength</th>
        ${first.pricings.map(({ label }) => html`<th scope="col">${label}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${groupByPrice(strengths).map(
        ({ names, pricings }) => html`
          <tr>
            <th scope="row">${names}</th>
            ${pricings.map(
              ({ price, dayssupply }) => html`
                <td>${dollars(price)}<span>${periodText(first, dayssupply)}</span></td>
              `,
            )}
          </tr>
        `,
      )}
    </tbody>
  </table>
`;

/** Strengths with the same price share a line. */
function groupByPrice(strengths: Family["strengths"]) {
  const byPrice = Map.groupBy(strengths, ({ pricings }) =>
    pricings.map(({ dayssupply, price }) => `${dayssupply}:${price}`).join(),
  );
  return [...byPrice.values()].map((group) => ({
    names: group.map(({ strength }) => strength).join(", "),
    pricings: group[0]?.pricings ?? [],
  }));
}

const nonPrescriptionForm = (site: Site, { first, strengths }: Family): Html => html`
  <form>
    <fieldset class="supplies">
      <legend>Choose your supply</legend>
      ${strengths.map((strength) =>
        strength.pricings.map(
          ({ pricingid, label, price, dayssupply }, index) => html`
            <label class="supply">
              <input
                type="radio"
                name="supply"
                value="${pricingid}"
                autocomplete="off"
                data-cart-item="${cartItem(site, strength, pricingid)}"
                ${strength === first && index === 0 && html`checked`}
              />
              <span class="words"><strong>${label}</strong> <span>${strength.strength}</span></span>
              <span class="sum"><strong>${dollars(price)}</strong><span>${periodText(first, dayssupply)}</span></span>
            </label>
          `,
        ),
      )}
    </fieldset>
    <p class="actions">${addChosenToCartLink(site, first, "button primary", "Add to cart")}</p>
    <p class="quiet">No prescription needed. You can order it right away.</p>
  </form>
`;
