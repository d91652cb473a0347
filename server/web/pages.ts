import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompress } from "node:zlib";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import serveStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { landingPages, preloadTags, type Manifest } from "./preloads.ts";
import { pageSettings } from "./settings.ts";

const compress = promisify(brotliCompress);
const year = 31_536_000;

/** Paths the marketing site may show in a frame; every other page refuses to be framed. */
const framed = /^\/(?:cart|quiz)(?:\/|$|\?)/;

declare global {
  /** What pages drawn ahead know of this deployment. */
  var __pageSettings: string | undefined;
}

/** Serves the built app from `folder`: hashed assets for a year, every other path the page itself. */
export async function registerPages(app: FastifyInstance, services: Services, folder: string) {
  if (!existsSync(join(folder, "index.html"))) throw new Error("The app is not built. Run: npm run build");
  const variants = await pageVariants(services, folder);
  await app.register(serveStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header(
        "cache-control",
        path.includes("/assets/") ? `public, max-age=${year}, immutable` : "public, max-age=3600",
      );
    },
  });

  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const variant = variants.get(request.url.split("?")[0] as string) ?? (variants.get("") as Variant);
    void reply.header("cache-control", "no-cache").header("vary", "accept-encoding").type("text/html; charset=utf-8");
    if (framed.test(request.url)) allowFraming(reply, services.config.marketingOrigin);
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

interface Variant {
  readonly html: string;
  readonly brotli: Buffer;
}

/** The page by path: one for each landing page with its own preloads, and `""` for every other. */
async function pageVariants(services: Services, folder: string): Promise<ReadonlyMap<string, Variant>> {
  const source = (await readFile(join(folder, "index.html"), "utf8")).replace(
    /<title>[^<]*<\/title>/,
    `<title>${escapeHtml(services.content.brand.name)}</title>`,
  );
  const manifest = JSON.parse(await readFile(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const settings = pageSettings(services);
  const tag = `<script type="application/json" id="settings">${settings.replaceAll("<", "\\u003c")}</script>`;
  const early = await drawAhead(settings, join(folder, "../prerender/prerender.js"));
  const made = Object.entries({ "": [], ...landingPages }).map(async ([path, modules]) => {
    const html = source
      .replace("</head>", `${preloadTags(manifest, modules)}${tag}</head>`)
      .replace("<!--early-->", early[path] ? `<div id="early" inert>${early[path]}</div>` : "");
    return [path, { html, brotli: await compress(html) }] as const;
  });
  return new Map(await Promise.all(made));
}

/** The pages that are the same for everybody, as HTML by path: the app's own components, with this deployment's brand. */
async function drawAhead(settings: string, file: string): Promise<Readonly<Record<string, string>>> {
  globalThis.__pageSettings = settings;
  const { prerendered } = (await import(pathToFileURL(file).href)) as { prerendered: () => Record<string, string> };
  return prerendered();
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function allowFraming(reply: FastifyReply, origin: string) {
  const policy = String(reply.getHeader("content-security-policy"));
  void reply.header("content-security-policy", policy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`));
}
