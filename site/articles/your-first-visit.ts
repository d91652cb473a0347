import { visitMinutes } from "#contract/onboarding/visit-minutes.ts";
import { startLink } from "../cart-links.ts";
import { html } from "../html.ts";
import type { Article } from "./articles.ts";

export const yourFirstVisit: Article = {
  slug: "your-first-visit",
  title: "What your first visit is like",
  lead: "No waiting room, no clock on the wall. Here’s what happens from the first question to the box at your door.",
  art: "seed",
  minutes: 2,
  body: (site) => html`
    <h2>Before you start</h2>
    <p>Set aside ${visitMinutes} minutes. It helps to know three things:</p>
    <ul>
      <li>the medicines you take</li>
      <li>about when your last period was</li>
      <li>your last blood pressure, if you know it</li>
    </ul>
    <p>If something comes up, just close the page. We save every answer, so you can pick up where you left off.</p>
    <h2>The questions</h2>
    <p>
      We’ll ask how you feel, what your health has been like, and what you hope for. Some questions are personal. We ask
      because your doctor needs to know to keep you safe.
    </p>
    <p>
      Some answers mean a doctor should see you in person. If so, we’ll stop, tell you why and where to go, and you
      won’t pay anything.
    </p>
    <h2>Your doctor</h2>
    <p>
      A doctor licensed in your state reads it all. This usually takes one business day. There may be a question for you
      in your messages, so check once or twice.
    </p>
    <h2>After that</h2>
    <p>
      When your plan is approved, we’ll charge your card and the pharmacy will send your treatment in a plain box. Your
      doctor is still just a message away.
    </p>
    <p class="actions">${startLink(site)} <a class="textlink" href="/products">See treatments and prices</a></p>
  `,
};
