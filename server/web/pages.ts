import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import serveStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { cachedFile } from "#content/loader/cached-file.ts";
import { presentProduct } from "#server/catalogue/public.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { runInWorker } from "#server/platform/worker-thread.ts";
import { escapeHtml, jsonScriptTag } from "./html.ts";
import { pageSettings } from "./page-settings.ts";
import { dashboardPages, landingPages, commonModules, type Manifest, pagePatternOf, preloadTags } from "./preloads.ts";
import { registerStaffPage } from "./staff-page.ts";

/** Runs at each start, so it must be quick: the best quality is 1 % smaller and takes ten times as long. */
const compress = (html: string) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } });
const year = 31_536_000;

/** Paths the marketing site may show in a frame; every other page refuses to be framed. */
const frameablePaths: readonly string[] = ["/cart", "/quiz"];
/** Files the marketing site's pages may load from here: the loader, product pictures, the logo. */
const crossOriginAssets = /\/(?:embed|products|doctors)\/[^/]+$|\/(?:favicon|logo)\.svg$/;

/** Input of the thread that prerenders pages. */
export interface PrerenderRequest {
  /** URL of the built program that renders. */
  readonly program: string;
  readonly settings: string;
}

/** Serves the built app from `folder`: hashed assets cacheable for a year, and for every other path its page. */
export async function registerPages(app: FastifyInstance, services: Services, folder: string) {
  if (!existsSync(join(folder, "index.html"))) throw new Error("The app is not built. Run: npm run build");
  const variants = await pageVariants(services, folder);
  await app.register(serveStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    // Pages are built from these files per path, and compressed files are sent in place of the originals, so none needs a route of its own.
    globIgnore: ["*.html", "**/*.br", "**/*.gz"],
    setHeaders: (reply, path) => {
      if (crossOriginAssets.test(path)) void reply.header("cross-origin-resource-policy", "cross-origin");
      void reply.header(
        "cache-control",
        path.includes("/assets/") ? `public, max-age=${year}, immutable` : "public, max-age=3600",
      );
    },
  });

  await registerStaffPage(app, services, folder);
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const path = (request.url.split("?")[0] as string).replace(/(?<=.)\/$/, "");
    const variant = variants.get(pagePatternOf(path, variants)) as Variant;
    void reply
      .header("cache-control", "no-cache")
      .header("vary", "accept-encoding, cookie")
      .type("text/html; charset=utf-8");
    if (frameablePaths.includes(path)) allowFraming(reply, services.config.marketingOrigin);
    const scheme = chosenScheme(request);
    if (scheme) return reply.send(inScheme(variant.html, scheme));
    if (!/\bbr\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(variant.html);
    return reply.header("content-encoding", "br").send(variant.brotli);
  };
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === "GET" && !/^\/(?:api|assets|dev|sandbox|socket|health)(?:\/|$|\?)/.test(request.url);
    if (!wantsPage) throw new Refusal("not_found");
    return page(request, reply);
  });
}

/** The patient's choice of light or dark on this device (`app/account/settings/appearance.ts`), null where the device decides. */
const chosenScheme = ({ cookies }: FastifyRequest): string | null =>
  /^(?:light|dark)$/.exec(cookies["appearance"] ?? "")?.[0] ?? null;

/** The page in that scheme from its first paint. Few patients choose, so it is not compressed in advance for each scheme. */
const inScheme = (html: string, scheme: string): string => html.replace(/(<html[^>]* class="redesign)/, `$1 ${scheme}`);

interface Variant {
  readonly html: string;
  readonly brotli: Buffer;
}

/** The page variant by path: one for each path with preloads of its own, the two framed ones, and `""` for all others. */
async function pageVariants(services: Services, folder: string): Promise<ReadonlyMap<string, Variant>> {
  const manifest = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const settings = pageSettings(services);
  const injectSettings = (html: string, extraHead = "") =>
    html.replace("</head>", () => `${extraHead}${jsonScriptTag("settings", settings)}</head>`);
  const source = await pageSource(services, folder, "index.html");
  const prerenderedPages = await prerenderPages(settings, join(folder, "../prerender/prerender.js"));
  const pages = Object.entries({ "": commonModules, ...landingPages, ...dashboardPages }).map(([path, modules]) => {
    const earlyMarkup = prerenderedPages[path] ? `<div id="early">${prerenderedPages[path]}</div>` : "";
    return [path, injectSettings(source, preloadTags(manifest, modules)).replace("<!--early-->", earlyMarkup)] as const;
  });
  const products = jsonScriptTag("catalogue", catalogueJson(services));
  const cart = injectSettings(await pageSource(services, folder, "cart.html"), products);
  const quiz = injectSettings(await pageSource(services, folder, "quiz.html"));
  const compressedVariants = [...pages, ["/cart", cart] as const, ["/quiz", quiz] as const].map(
    async ([path, html]) => [path, { html, brotli: await compress(html) }] as const,
  );
  return new Map(await Promise.all(compressedVariants));
}

const pageSource = async ({ content }: Services, folder: string, file: string) =>
  (await readFile(join(folder, file), "utf8")).replace(
    /<title>[^<]*<\/title>/,
    `<title>${escapeHtml(content.brand.name)}</title>`,
  );

/** The products with current prices, so that the cart can render without a call. */
const catalogueJson = ({ content }: Services) =>
  JSON.stringify(content.catalogue.products.map((product) => presentProduct(content, product)));

/**
 * Pages that are the same for everybody, as HTML by path: the app's own components, with this deployment's brand. Only this needs React,
 * so it runs in a thread that ends afterwards; the result is cached for the next start.
 */
async function prerenderPages(settings: string, file: string): Promise<Readonly<Record<string, string>>> {
  const rendered = await cachedFile("pages", [settings, await readFile(file)], async () => {
    const request: PrerenderRequest = { program: pathToFileURL(file).href, settings };
    return Buffer.from(JSON.stringify(await runInWorker(new URL("./prerender-worker.ts", import.meta.url), request)));
  });
  return JSON.parse(rendered.toString());
}

function allowFraming(reply: FastifyReply, origin: string) {
  const policy = String(reply.getHeader("content-security-policy"));
  void reply.header("content-security-policy", policy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`));
}
