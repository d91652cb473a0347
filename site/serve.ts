import helmet from "@fastify/helmet";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { layout, type Page } from "./layout.ts";
import { notFound } from "./pages/not-found.ts";
import { pagesOf } from "./pages/pages.ts";
import { quiz, quizAnswer } from "./pages/quiz.ts";
import { familiesOf, slugOf } from "./product-groups.ts";
import { quizAnswers } from "./quiz.ts";
import type { Site, SiteSettings } from "./settings.ts";
import { serveFiles } from "./static-files.ts";

/** Serves the sample marketing site on its own port: another origin than the app. */
export async function serveSite({ host, port, ...site }: SiteSettings) {
  const app = await marketingSite(site);
  await app.listen({ host, port });
  return app;
}

/** The site, not yet listening. */
export async function marketingSite(site: Site) {
  const app = fastify({ logger: false, bodyLimit: 4096 });
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurity(site.appOrigin) },
    // The app may open and close the cart's window.
    crossOriginOpenerPolicy: false,
  });
  const send = (reply: FastifyReply, page: Page, cache = "no-cache") =>
    reply
      .status(page.status ?? 200)
      .type("text/html; charset=utf-8")
      .header("cache-control", cache)
      .send(layout(site, page));

  for (const [path, page] of pagesOf(site)) app.get(path, (_request, reply) => send(reply, page() ?? notFound));
  redirectProductIds(app, site);
  app.get("/robots.txt", (_request, reply) => reply.type("text/plain").send("User-agent: *\nAllow: /\n"));
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.post("/quiz", (request, reply) => {
    const answers = request.body instanceof URLSearchParams ? quizAnswers(request.body) : null;
    const page = answers ? quizAnswer(site, answers) : { ...quiz(true), status: 422 };
    return send(reply, page, "no-store");
  });
  app.setNotFoundHandler((_request, reply) => send(reply, notFound));
  await serveFiles(app, site);
  return app;
}

/** The app links products by id: `/products/{productid}` redirects to the product's page, keeping what follows the path. */
function redirectProductIds(app: FastifyInstance, { products }: Site): void {
  const pages = new Set(familiesOf(products).map(({ slug }) => slug));
  for (const { productid, name } of products) {
    if (pages.has(productid)) continue;
    app.get(`/products/${productid}`, ({ url }, reply) => {
      const { search } = new URL(url, "http://site");
      return reply.redirect(`/products/${slugOf(name)}${search}`, 302);
    });
  }
}

const contentSecurity = (appOrigin: string) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", appOrigin],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", appOrigin],
  fontSrc: ["'self'"],
  frameSrc: [appOrigin],
  connectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
});
