import { loginLink } from "../cart-links.ts";
import { illustration } from "../components.ts";
import { textWithEmergencyLinks, html } from "../html.ts";
import type { Page } from "../layout.ts";
import type { Site } from "../settings.ts";

export function contact(site: Site): Page {
  const { name, supportemail, supportphone, supporthours, practice, crisis } = site.practice.brand;
  return {
    title: "Contact",
    description: `How to reach ${name}.`,
    section: "/contact",
    body: html`
      <div class="inner pagehead">
        <h1>We’re here for you</h1>
        <p class="lead">Choose what works best for you.</p>
      </div>
      <div class="inner section">
        <ul class="contacts">
          <li class="card">
            ${illustration("moon")}
            <h2>If you’re a patient</h2>
            <p>The fastest way is a message in the app. Your doctor reads it there.</p>
            <p class="actions">
              ${loginLink(site, "/messages", "button primary", "Log in to messages")}
              <a class="textlink" href="${site.appOrigin}/support">Open the help center</a>
            </p>
          </li>
          <li class="card">
            ${illustration("envelope")}
            <h2>If you have a question</h2>
            <p>Please don’t put health details in an email.</p>
            <p><a class="textlink" href="mailto:${supportemail}">${supportemail}</a></p>
            <p><a class="textlink" href="tel:+1-${supportphone}">${supportphone}</a></p>
            <p class="quiet">${supporthours}</p>
          </li>
          <li class="card">
            ${illustration("map")}
            <h2>If you’d rather send a letter</h2>
            <address>
              ${practice.name}<br />
              ${practice.address1}<br />
              ${practice.address2 && html`${practice.address2}<br />`} ${practice.city}, ${practice.state}
              ${practice.zipcode}
            </address>
          </li>
          <li class="card">
            ${illustration("envelope")}
            <h2>If someone in our care has died</h2>
            <p>We’re sorry for your loss. Tell us, and we’ll stop orders, charges and emails right away.</p>
            <p><a class="textlink" href="${site.appOrigin}/report-a-death">Tell us here</a></p>
          </li>
        </ul>
        <p class="crisis">
          <strong>${textWithEmergencyLinks(crisis.emergency)}</strong> ${textWithEmergencyLinks(crisis.suicide)}
        </p>
      </div>
    `,
  };
}
