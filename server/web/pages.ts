import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompress } from "node:zlib";
import { promisify } from "node:util";
import serveStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { pageSettings } from "./settings.ts";

const compress = promisify(brotliCompress);
const year = 31_536_000;

/** Paths the marketing site may show in a frame; every other page refuses to be framed. */
const framed = /^\/(?:cart|quiz)(?:\/|$|\?)/;

/** Serves the built app from `folder`: hashed assets for a year, every other path the page itself. */
export async function registerPages(app: FastifyInstance, services: Services, folder: string) {
  if (!existsSync(join(folder, "index.html"))) throw new Error("The app is not built. Run: npm run build");
  const html = (await readFile(join(folder, "index.html"), "utf8")).replace(
    "</head>",
    `${pageSettings(services)}</head>`,
  );
  const brotli = await compress(html);
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
    void reply.header("cache-control", "no-cache").header("vary", "accept-encoding").type("text/html; charset=utf-8");
    if (framed.test(request.url)) allowFraming(reply, services.config.marketingOrigin);
    if (!/\bbr\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(html);
    return reply.header("content-encoding", "br").send(brotli);
  };
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === "GET" && !/^\/(?:api|assets|dev|sandbox|socket|health)(?:\/|$|\?)/.test(request.url);
    if (!wantsPage) throw new Refusal("not_found");
    return page(request, reply);
  });
}

function allowFraming(reply: FastifyReply, origin: string) {
  const policy = String(reply.getHeader("content-security-policy"));
  void reply.header("content-security-policy", policy.replace("frame-ancestors 'none'", `frame-ancestors ${origin}`));
}
