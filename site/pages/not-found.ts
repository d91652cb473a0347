import { html } from "../html.ts";
import type { Page } from "../layout.ts";
import { illustration } from "../components.ts";

export const notFound: Page = {
  title: "Page not found",
  description: "This page is not here.",
  status: 404,
  body: html`
    <div class="inner empty">
      ${illustration("map", "drawing large")}
      <h1>This path ends here</h1>
      <p class="lead">The page may have moved. These will take you on.</p>
      <p class="actions">
        <a class="button primary" href="/">Go to the home page</a>
        <a class="button secondary" href="/products">See treatments</a>
      </p>
    </div>
  `,
};
