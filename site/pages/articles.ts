import { articles } from "../articles/articles.ts";
import { illustration, textPage, breadcrumbs } from "../components.ts";
import { html } from "../html.ts";
import type { Page } from "../layout.ts";
import type { Site } from "../settings.ts";

export const articleList: Page = {
  title: "Articles",
  description: "Short reads about menopause and your care.",
  section: "/articles",
  body: html`
    <div class="inner pagehead">
      <h1>Short reads</h1>
      <p class="lead">In plain words, a few minutes each.</p>
    </div>
    <div class="inner section">
      <ul class="reads">
        ${articles.map(
          ({ slug, title, lead, art, minutes }) => html`
            <li class="card">
              ${illustration(art)}
              <h2><a href="/articles/${slug}">${title}</a></h2>
              <p>${lead}</p>
              <p class="quiet">${minutes} minutes</p>
            </li>
          `,
        )}
      </ul>
    </div>
  `,
};

/** Null when there is no such article. */
export function article(site: Site, slug: string): Page | null {
  const found = articles.find((each) => each.slug === slug);
  if (!found) return null;
  return {
    title: found.title,
    description: found.lead,
    section: "/articles",
    body: html`
      <div class="inner">${breadcrumbs([["/articles", "Articles"]], found.title)}</div>
      ${illustration(found.art, "drawing top-art")} ${textPage(found.title, found.body(site), found.lead)}
    `,
  };
}
