import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { escapeHtml, jsonScriptTag } from "./html.ts";

/** Stricter than the patients' pages: no payment provider, no socket, nothing of another host, and nobody frames it. */
export const staffPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the staff app, a build of its own, under /clinic. */
export async function registerStaffPage(app: FastifyInstance, services: Services, folder: string) {
  const html = await staffHtml(services, folder);
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    // Files that exist have routes of their own.
    if (request.url.startsWith("/clinic/assets/")) throw new Refusal("not_found");
    return reply
      .headers({
        "cache-control": "no-store",
        "content-security-policy": staffPolicy,
        "cross-origin-opener-policy": "same-origin",
        "x-robots-tag": "noindex",
      })
      .type("text/html; charset=utf-8")
      .send(html);
  };
  app.get("/clinic", page);
  app.get("/clinic/*", page);
}

/** The page with what it has of this deployment before any call. */
async function staffHtml({ config, content }: Services, folder: string): Promise<string> {
  const { name, timezone, logo, palette } = content.brand;
  const settings = JSON.stringify({ brand: { name, timezone, logo, palette }, demo: config.demo });
  return (await readFile(join(folder, "clinic.html"), "utf8"))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(name)}</title>`)
    .replace("</head>", () => `${jsonScriptTag("settings", settings)}</head>`);
}
