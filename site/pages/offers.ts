import { illustration } from "../components.ts";
import { html } from "../html.ts";
import type { Page } from "../layout.ts";
import { promosToday } from "../promo-strips.ts";
import type { Site } from "../settings.ts";

const partners = [
  {
    code: "FSASTORE30",
    art: "envelope",
    title: "30% off with FSA funds",
    text: "You came from our FSA store partner. Pay with your FSA card and take 30% off one order.",
    campaign: "utm_source=fsa-store&utm_medium=partner&utm_campaign=fsa-30",
  },
  {
    code: "HSASTORE30",
    art: "branch",
    title: "30% off with HSA funds",
    text: "You came from our HSA store partner. Pay with your HSA card and take 30% off one order.",
    campaign: "utm_source=hsa-store&utm_medium=partner&utm_campaign=hsa-30",
  },
  {
    code: "FSAHSA80",
    art: "parcel",
    title: "$80 off treatment",
    text: "Our Anniversary Sale: take $80 off one order of your treatment.",
    campaign: "utm_source=site&utm_medium=offer&utm_campaign=anniversary-80",
  },
] as const;

export function offers(site: Site): Page {
  const today = new Set(promosToday(site).map(({ code }) => code));
  const open = partners.filter(({ code }) => today.has(code));
  return {
    title: "Offers for FSA and HSA funds",
    description: "Use your FSA or HSA funds and pay less for your order.",
    section: "/offers",
    body: html`
      <div class="inner pagehead">
        <h1>Your health funds go further here</h1>
        <p class="lead">Choose your offer. We’ll save its code for you until checkout.</p>
      </div>
      <div class="inner section">
        ${open.length === 0 && html`<p>There are no offers today. Please check back soon.</p>`}
        <ul class="offers">
          ${open.map(
            ({ code, art, title, text, campaign }) => html`
              <li class="card">
                ${illustration(art)}
                <h2>${title}</h2>
                <p>${text}</p>
                <p class="code">Code <strong>${code}</strong></p>
                <p class="actions">
                  <a class="button primary" href="${site.appOrigin}/eligibility?promocode=${code}&${campaign}"
                    >Start your visit<span class="visually-hidden"> with ${title}</span></a
                  >
                  <a class="textlink" href="/products?promocode=${code}&${campaign}"
                    >Look around first<span class="visually-hidden"> with ${title}</span></a
                  >
                </p>
              </li>
            `,
          )}
        </ul>
        <p class="quiet">
          One code per order, once per patient. Each product’s page shows whether you can use health funds.
          <a href="/articles/paying-with-health-funds">How paying with health funds works</a>
        </p>
      </div>
    `,
  };
}
