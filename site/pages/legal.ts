import { html, type HtmlValue } from "../html.ts";
import type { Page } from "../layout.ts";
import { markdown } from "../markdown.ts";
import { textPage } from "../components.ts";
import type { Site } from "../settings.ts";

/* The texts a patient agrees to in the app, word for word. */

const page = (title: string, description: string, body: HtmlValue): Page => ({
  title,
  description,
  body: textPage(title, body),
});

function consent(site: Site, id: string): HtmlValue {
  const found = site.practice.consents.find((each) => each.id === id);
  return found && [markdown(found.text), html`<p class="quiet">Version of ${found.version}</p>`];
}

export const terms = (site: Site): Page =>
  page("Terms", "The terms of care, and how you are charged.", [
    consent(site, "terms"),
    html`<h2>How you are charged</h2>`,
    consent(site, "recurring_charge"),
  ]);

export const privacy = (site: Site): Page =>
  page("Privacy", "What we keep, for how long, and who sees it.", [
    html`
      <h2>This site</h2>
      <ul>
        <li>We keep in your browser where you came from, for 3 days, and an offer you chose, for 2 days.</li>
        <li>If your browser asks not to be tracked (Global Privacy Control), we keep no click numbers of ads.</li>
        <li>Your cart and your place in it stay in this tab until you close it.</li>
        <li>
          Your quiz answers make your result page. Our server doesn’t keep them, and they are never in an address.
        </li>
        <li>No other company gets anything. There are no outside scripts, pictures or trackers.</li>
      </ul>
      <h2>Your health information</h2>
    `,
    consent(site, "hipaa_notice"),
  ]);

export const telehealthConsent = (site: Site): Page =>
  page("Telehealth consent", "What you agree to when you are treated online.", consent(site, "telehealth_treatment"));
