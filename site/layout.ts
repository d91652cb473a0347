import { cartLink, loginLink, startLink } from "./cart-links.ts";
import { textWithEmergencyLinks, html, type Html } from "./html.ts";
import { promoStrips } from "./promo-strips.ts";
import type { Site } from "./settings.ts";

export interface Page {
  /** The part of the window title before the bar. */
  readonly title: string;
  /** For search results and previews; one sentence. */
  readonly description: string;
  readonly body: Html;
  /** Path of the menu entry that this page belongs to. */
  readonly section?: string;
  /** An additional browser script of `assets/`. */
  readonly script?: string;
  readonly status?: number;
}

const menu = [
  ["/products", "Treatments"],
  ["/#how", "How it works"],
  ["/quiz", "Quiz"],
  ["/offers", "Offers"],
  ["/contact", "Contact"],
] as const;

/** A page in the layout all pages share, as a whole document. */
export function layout(site: Site, page: Page): string {
  const { name } = site.practice.brand;
  return html`<!doctype html>
    <html lang="en" class="redesign" data-app="${site.appOrigin}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title} | ${name}</title>
        <meta name="description" content="${page.description}" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf6ec" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b1019" />
        <link rel="icon" href="/look/favicon.svg" type="image/svg+xml" />
        <link rel="preload" href="/fonts/atkinson.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="preload" href="/fonts/fraunces.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="/site.css" />
        <script type="module" src="/assets/main.js"></script>
        ${page.script && html`<script type="module" src="/assets/${page.script}"></script>`}
        <script src="${site.appOrigin}/embed/cart.js" async></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the main content</a>
        ${promoStrips(site)} ${header(site, page.section)}
        <main id="main" tabindex="-1">${page.body}</main>
        ${footer(site)}
      </body>
    </html>`.markup.trim();
}

const header = (site: Site, section?: string): Html => html`
  <header class="top">
    <div class="inner">
      <a class="brand" href="/"
        ><img src="/look/logo.svg" alt="" width="40" height="40" />${site.practice.brand.name}</a
      >
      <nav class="wide-menu" aria-label="Main">${links(section)}</nav>
      <div class="tools">
        ${cartLink(site, "login", "tool wide-only", "Log in")}
        ${cartLink(site, "account-open", "tool wide-only", "Account")}
        ${cartLink(site, "cart-open", "tool cart", cartLabel)}
        <details class="menu">
          <summary class="tool"><span class="bars"></span>Menu</summary>
          <nav aria-label="Menu">
            ${links(section)} ${cartLink(site, "login", "", "Log in")} ${cartLink(site, "account-open", "", "Account")}
          </nav>
        </details>
      </div>
    </div>
  </header>
`;

const cartLabel = html`<img src="/assets/art/basket.svg" alt="" width="28" height="28" /><span>Cart</span
  ><span class="count" data-cart-count hidden><span></span><span class="visually-hidden"> items</span></span>`;

const links = (section?: string): Html[] =>
  menu.map(([href, label]) => html`<a href="${href}" ${section === href && html` aria-current="page"`}>${label}</a>`);

const footer = (site: Site): Html => {
  const { name, marketing, practice, crisis } = site.practice.brand;
  return html`
    <footer class="bottom">
      <div class="inner">
        <div class="about">
          <p class="brand"><img src="/look/logo.svg" alt="" width="32" height="32" />${name}</p>
          <p>${marketing.tagline}.</p>
          <p>${practice.name}<br />${practice.city}, ${practice.state}</p>
        </div>
        <nav aria-label="Care">
          <h2>Care</h2>
          <a href="/products">Treatments</a>
          <a href="/quiz">Find what fits</a>
          <a href="/offers">Offers</a>
          ${startLink(site, "")}
        </nav>
        <nav aria-label="Read">
          <h2>Read</h2>
          <a href="/articles">Articles</a>
          <a href="/contact">Contact</a>
          ${loginLink(site, "/messages", "", "Log in to messages")}
        </nav>
        <nav aria-label="Legal">
          <h2>Fine print</h2>
          <a href="/terms">Terms</a>
          <a href="/privacy">Privacy</a>
          <a href="/telehealth-consent">Telehealth consent</a>
        </nav>
        <p class="note">
          ${textWithEmergencyLinks(`${marketing.footer} ${crisis.suicide}`)}<br />
          This is a demo site with demo prices. Nothing here is medical advice, and we don’t sell or send anything.
        </p>
      </div>
    </footer>
  `;
};
