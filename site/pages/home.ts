import { visitMinutes } from "#contract/onboarding/visit-minutes.ts";
import { startLink } from "../cart-links.ts";
import { illustration, callToAction, productPicture } from "../components.ts";
import { html, type Html, type HtmlValue } from "../html.ts";
import type { Page } from "../layout.ts";
import { markdown } from "../markdown.ts";
import { dollars, familiesOf, lowestPricing, periodText, productGroupsOf } from "../product-groups.ts";
import type { Site } from "../settings.ts";

export function home(site: Site): Page {
  const { marketing } = site.practice.brand;
  return {
    title: marketing.headline,
    description: marketing.lead,
    body: html`${hero(site)} ${steps} ${productGroups(site)} ${doctors(site)} ${price} ${questions(site)}
    ${callToAction(
      site,
      "A few quiet minutes are all it takes to start",
      "We save your answers as you go. You can stop and come back any time.",
      html`<a class="button outline" href="/quiz">Not sure yet? Take the quiz</a>`,
    )}`,
  };
}

const hero = (site: Site): Html => {
  const { marketing } = site.practice.brand;
  return html`
    <section class="hero">
      <div class="inner">
        <div class="words">
          <p class="eyebrow">${marketing.tagline}</p>
          <h1>${marketing.headline}</h1>
          <p class="lead">${marketing.lead}</p>
          ${priceLine(site)}
          <p class="actions">${startLink(site)} <a class="button secondary" href="/quiz">Find what fits you</a></p>
          ${faces(site)}
          <ul class="checks">
            ${marketing.points.map((point) => html`<li>${point}</li>`)}
          </ul>
        </div>
        <div class="arch"><img src="/assets/art/garden.svg" alt="" width="600" height="800" /></div>
      </div>
    </section>
  `;
};

/** The lowest price of a treatment, and when it is charged. */
function priceLine(site: Site): HtmlValue {
  const lowest = lowestPricing(familiesOf(site.products).filter(({ first }) => first.prescription));
  return (
    lowest &&
    html`
      <p class="from">
        <strong>From ${dollars(lowest.price)}</strong> ${periodText({ prescription: true }, lowest.dayssupply)}. You’ll
        see your price first, and you’ll pay only if a doctor approves your plan.
      </p>
    `
  );
}

/** Who is behind the promises: the faces of the doctors, leading to their names. */
const faces = (site: Site): Html => html`
  <a class="faces" href="#doctors">
    <span>
      ${site.practice.doctors
        .slice(0, 4)
        .map(({ profileUrl }) => html`<img src="/look${profileUrl}" alt="" width="160" height="160" />`)}
    </span>
    Meet the doctors who read every answer
  </a>
`;

const stepTexts = [
  ["seed", "Tell us how you feel", `Answer a few questions about your health. It takes about ${visitMinutes} minutes.`],
  ["envelope", "A doctor reads it all", "Your doctor looks at every answer and may message you with questions."],
  [
    "parcel",
    "It comes to your door",
    "We send your treatment in a plain box. You’ll be charged when your plan is approved, not before.",
  ],
  ["moon", "We stay with you", "Message your doctor any time, even at 3 a.m. Pause or cancel in 2 clicks."],
] as const;

const steps = html`
  <section class="band" id="how">
    <div class="inner">
      <h2>How it works</h2>
      <ol class="steps">
        ${stepTexts.map(
          ([art, title, text]) => html`
            <li>
              ${illustration(art)}
              <h3>${title}</h3>
              <p>${text}</p>
            </li>
          `,
        )}
      </ol>
    </div>
  </section>
`;

const productGroups = (site: Site): Html => html`
  <section class="inner section">
    <h2>Treatments</h2>
    <p class="lead">Your doctor prescribes some of them. Others you can just order.</p>
    <ul class="rows pairs">
      ${productGroupsOf(site.products).map(({ id, title, text, families }) => {
        const lowest = lowestPricing(families);
        return html`
          <li class="row">
            <div class="picture">${families[0] && productPicture(site, families[0].first)}</div>
            <div class="text">
              <h3><a href="/products#${id}">${title}</a></h3>
              <p>${text}</p>
              ${lowest && html`<p class="price">From ${dollars(lowest.price)}</p>`}
            </div>
          </li>
        `;
      })}
    </ul>
  </section>
`;

const doctors = (site: Site): Html => html`
  <section class="band leaf" id="doctors">
    <div class="inner">
      <h2>Doctors who know this time of life</h2>
      <p class="lead">
        Each one is licensed in the states where she sees patients. After your visit, we’ll match you with yours.
      </p>
      <ul class="doctors">
        ${site.practice.doctors.map(
          ({ name, credentials, bio, profileUrl }) => html`
            <li>
              <img src="/look${profileUrl}" alt="" width="160" height="160" loading="lazy" />
              <h3>${name}</h3>
              <p class="quiet">${credentials}</p>
              <p>${bio}</p>
            </li>
          `,
        )}
      </ul>
    </div>
  </section>
`;

const price: Html = html`
  <section class="inner section split">
    <div>
      <h2>You see the price first</h2>
      <p class="lead">
        Every product shows its price before you start, and how many days a box lasts. A longer supply costs less per
        day.
      </p>
      <p>
        At checkout, we only place a hold on your card. You’ll be charged when your doctor approves your plan. If it
        isn’t approved, you’ll pay nothing.
      </p>
      <p class="actions">
        <a class="button secondary" href="/products">See all prices</a>
        <a class="textlink" href="/articles/paying-with-health-funds">How to pay with HSA or FSA funds</a>
      </p>
    </div>
    ${illustration("branch", "drawing large")}
  </section>
`;

const faqArticleIds = ["is_it_right_for_me", "who_are_the_doctors", "when_charged", "hsa_fsa", "cancel", "privacy"];

const questions = (site: Site): Html => html`
  <section class="inner section narrow" id="questions">
    <h2>Good questions</h2>
    ${faqArticleIds.map((id) => {
      const article = site.practice.help.find((each) => each.id === id);
      return (
        article &&
        html`
          <details class="question">
            <summary>${article.title}</summary>
            <div class="answer">${markdown(article.body, 2, site)}</div>
          </details>
        `
      );
    })}
  </section>
`;
