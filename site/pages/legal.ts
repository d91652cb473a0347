import { textPage } from "../components.ts";
import { html, type HtmlValue } from "../html.ts";
import type { Page } from "../layout.ts";
import { markdown } from "../markdown.ts";
import type { Site } from "../settings.ts";

/* The texts a patient agrees to in the app, word for word. */

const page = (title: string, description: string, body: HtmlValue): Page => ({
  title,
  description,
  body: textPage(title, body),
});

function consent(site: Site, id: string): HtmlValue {
  const found = site.practice.consents.find((each) => each.id === id);
  return found && [markdown(found.text, 0, site), html`<p class="quiet">Version of ${found.version}</p>`];
}

export const terms = (site: Site): Page =>
  page("Terms", "The terms of your care, and how we charge you.", [
    consent(site, "terms"),
    html`<h2>How you’re charged</h2>`,
    consent(site, "recurring_charge"),
  ]);

export const privacy = (site: Site): Page =>
  page("Privacy", "What we keep, for how long, and who sees it.", [
    html`
      <h2>This site</h2>
      <ul>
        <li>Your browser remembers where you came from for 3 days, and an offer you chose for 2 days.</li>
        <li>
          If your browser asks us not to track you (Global Privacy Control), we don’t keep click numbers from ads.
        </li>
        <li>Your cart and your place in it stay in this tab until you close it.</li>
        <li>
          We use your quiz answers to make your result page. Our server doesn’t keep them, and they’re never in a web
          address.
        </li>
        <li>No other company gets anything. We don’t use outside scripts, pictures or trackers.</li>
      </ul>
      <h2>Your health information</h2>
    `,
    consent(site, "hipaa_notice"),
  ]);

export const telehealthConsent = (site: Site): Page =>
  page("Telehealth consent", "What you agree to when you’re treated online.", consent(site, "telehealth_treatment"));
