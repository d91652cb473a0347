import { illustration } from "../components.ts";
import { html } from "../html.ts";
import type { Page } from "../layout.ts";

export const notFound: Page = {
  title: "Page not found",
  description: "This page isn’t here.",
  status: 404,
  body: html`
    <div class="inner empty">
      ${illustration("map", "drawing large")}
      <h1>We can’t find that page</h1>
      <p class="lead">The page may have moved. Try one of these instead.</p>
      <p class="actions">
        <a class="button primary" href="/">Go to the home page</a>
        <a class="button secondary" href="/products">See treatments</a>
      </p>
    </div>
  `,
};
