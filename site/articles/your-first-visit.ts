import { startLink } from "../cart-links.ts";
import { html } from "../html.ts";
import type { Article } from "./articles.ts";

export const yourFirstVisit: Article = {
  slug: "your-first-visit",
  title: "What your first visit is like",
  lead: "No waiting room, no clock on the wall. This is what happens from the first question to the box at your door.",
  art: "seed",
  minutes: 2,
  body: (site) => html`
    <h2>Before you begin</h2>
    <p>Set aside 10 minutes. It helps to know three things:</p>
    <ul>
      <li>the medicines you take</li>
      <li>when your last period was, about</li>
      <li>your last blood pressure, if you know it</li>
    </ul>
    <p>If you are called away, just close the page. Every answer is saved, and you go on where you stopped.</p>
    <h2>The questions</h2>
    <p>
      We ask how you feel, what your health has been like, and what you hope for. Some questions are personal. We ask
      them because your doctor needs them to keep you safe.
    </p>
    <p>
      Some answers mean that a doctor should see you in person. Then we stop, tell you why and where to go, and you pay
      nothing.
    </p>
    <h2>Your doctor</h2>
    <p>
      A doctor licensed in your state reads it all. Most often this takes one working day. There may be a question for
      you in your messages, so look in once or twice.
    </p>
    <h2>After that</h2>
    <p>
      When your plan is approved, your card is charged and the pharmacy sends your treatment in a plain box. Your doctor
      stays a message away.
    </p>
    <p class="actions">${startLink(site)} <a class="textlink" href="/products">See treatments and prices</a></p>
  `,
};
