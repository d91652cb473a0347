import { familyRow, callToAction } from "../components.ts";
import { html } from "../html.ts";
import type { Page } from "../layout.ts";
import { productGroupsOf } from "../product-groups.ts";
import type { Site } from "../settings.ts";

export function products(site: Site): Page {
  const groups = productGroupsOf(site.products);
  return {
    title: "Treatments",
    description: "All treatments and prices, with and without a prescription.",
    section: "/products",
    body: html`
      <div class="inner pagehead">
        <h1>Treatments</h1>
        <p class="lead">Take your time. You and your doctor will decide what’s right for you.</p>
        <nav class="chips" aria-label="Kinds of treatments">
          ${groups.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}
        </nav>
      </div>
      <div class="inner catalogue">
        ${groups.map(
          ({ id, title, text, families }) => html`
            <section id="${id}" aria-labelledby="${id}-title">
              <h2 id="${id}-title">${title}</h2>
              <p>${text}</p>
              <ul class="rows">
                ${families.map((family) => familyRow(site, family))}
              </ul>
            </section>
          `,
        )}
      </div>
      ${callToAction(
        site,
        "Let a doctor help you choose",
        "Tell us how you feel. A doctor reads every answer and makes a plan with you.",
        html`<a class="button outline" href="/quiz">Take the short quiz</a>`,
      )}
    `,
  };
}
