import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import serveStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Site } from "./settings.ts";

const folder = (path: string) => join(import.meta.dirname, path);

const read = (path: string) => readFile(folder(path), "utf8");

const themeFile = "../app/ui/brand/theme-redesign.css";
const styles = ["base", "frame", "parts", "cards", "home", "product", "quiz", "pages"];

/** Serves our own files under /assets. The app's design assets (fonts, tokens, logo, doctors) are shared with it, not copied. */
export async function serveFiles(app: FastifyInstance, site: Site): Promise<void> {
  await app.register(serveStatic, { root: folder("assets"), prefix: "/assets/" });
  // Written in TypeScript, with the contract's rules in it, by the build.
  app.get("/assets/tracking.js", (_request, reply) => reply.sendFile("tracking.js", folder("../dist/site")));
  const shared = { decorateReply: false, index: false } as const;
  await app.register(serveStatic, { ...shared, root: folder("../app/public/fonts"), prefix: "/fonts/", maxAge: "30d" });
  await app.register(serveStatic, { ...shared, root: folder("../app/public/doctors"), prefix: "/look/doctors/" });
  for (const name of ["favicon.svg", "logo.svg"]) {
    app.get(`/look/${name}`, (_request, reply) => reply.sendFile(name, folder("../app/public")));
  }
  const theme = await read(themeFile);
  for (const name of await readdir(folder("assets/art"))) {
    const drawing = withNight(await read(`assets/art/${name}`), theme);
    app.get(`/assets/art/${name}`, (_request, reply) => reply.type("image/svg+xml").send(drawing));
  }
  const css = await stylesheet(site);
  app.get("/site.css", (_request, reply) => reply.type("text/css; charset=utf-8").send(css));
}

/** One stylesheet: the app's fonts and tokens, the brand's overrides of these, then the site's rules. */
async function stylesheet({ practice }: Site): Promise<string> {
  const [fonts = "", tokens = "", theme = "", ...own] = await Promise.all(
    [
      "../app/ui/brand/fonts.css",
      "../app/ui/brand/tokens.css",
      themeFile,
      ...styles.map((name) => `styles/${name}.css`),
    ].map(read),
  );
  const values = Object.entries(practice.brand.palette).map(([name, value]) => `  ${name}: ${value};\n`);
  const brand = `html.redesign {\n${values.join("")}}\n`;
  const night = `@supports (color: light-dark(white, black)) {\n${theme}${brand}}\n`;
  return [fonts, byDay([tokens.replace(/^@import .*$/gm, ""), theme, brand].join("\n")), night, ...own].join("\n");
}

/** The colors for browsers of before 2024, which don't know `light-dark`: those of the day. */
const byDay = (css: string): string => css.replaceAll(lightDark, "$1");

const lightDark = /light-dark\(([^,]+), ([^)]+(?:\([^)]*\))?)\)/g;

/** A drawing of ours, whose colors are the theme's by day: at night it has those of the night. */
const withNight = (svg: string, theme: string): string => {
  const day = new Map(
    [...theme.matchAll(/(--brand-[\w-]+): (#\w+);/g)].map(([, name, color]) => [`var(${name})`, color]),
  );
  const rules = [...theme.matchAll(/--art-(?!tile)[\w-]+: light-dark\(([^,]+), (#\w+)\);/g)]
    .map(([, light = "", dark]) => [day.get(light) ?? light, dark])
    .filter(([light]) => svg.includes(`"${light}"`))
    .map(([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`);
  const style = `<style>@media (prefers-color-scheme:dark){${[...new Set(rules)].join("")}}</style>`;
  return svg.replace(/^<svg[^>]*>/, `$&${style}`);
};
