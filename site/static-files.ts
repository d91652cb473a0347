import { readFile } from "node:fs/promises";
import { join } from "node:path";
import serveStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Site } from "./settings.ts";

const folder = (path: string) => join(import.meta.dirname, path);

const styles = ["base", "frame", "parts", "cards", "home", "product", "quiz", "pages"];

/** Serves our own files under /assets. The app's design assets (fonts, tokens, logo, doctors) are shared with it, not copied. */
export async function serveFiles(app: FastifyInstance, site: Site): Promise<void> {
  await app.register(serveStatic, { root: folder("assets"), prefix: "/assets/" });
  const shared = { decorateReply: false, index: false } as const;
  await app.register(serveStatic, { ...shared, root: folder("../app/public/fonts"), prefix: "/fonts/", maxAge: "30d" });
  await app.register(serveStatic, { ...shared, root: folder("../app/public/doctors"), prefix: "/look/doctors/" });
  for (const name of ["favicon.svg", "logo.svg"]) {
    app.get(`/look/${name}`, (_request, reply) => reply.sendFile(name, folder("../app/public")));
  }
  const css = await stylesheet(site);
  app.get("/site.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(css));
}

/** One stylesheet: the app's fonts and tokens, the brand's overrides of these, then the site's rules. */
async function stylesheet({ practice }: Site): Promise<string> {
  const read = (path: string) => readFile(folder(path), "utf8");
  const [fonts = "", tokens = "", theme = "", ...own] = await Promise.all(
    [
      "../app/ui/brand/fonts.css",
      "../app/ui/brand/tokens.css",
      "../app/ui/brand/theme-redesign.css",
      ...styles.map((name) => `styles/${name}.css`),
    ].map(read),
  );
  const values = Object.entries(practice.brand.palette).map(([name, value]) => `  ${name}: ${value};\n`);
  const brand = `html.redesign {\n${values.join("")}}\n`;
  return byDay([fonts, tokens.replace(/^@import .*$/gm, ""), theme, brand, ...own].join("\n"));
}

/** The site has no night: its drawings are made for light paper. */
const byDay = (css: string): string =>
  css
    .replaceAll(/light-dark\(([^,]+), [^)]+\)/g, "$1")
    .replaceAll(/color-scheme: (?:light )?dark;/g, "color-scheme: light;");
