import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHttp } from "#server/platform/http/app.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { registerPages } from "./pages.ts";
import { dashboardPages, landingPages, commonModules } from "./preloads.ts";

const html = (root: string) =>
  `<html lang="en" class="redesign"><head><title>raw</title></head><body><!--early--><main>${root}</main></body></html>`;
const modules = ["index.html", ...commonModules, ...Object.values({ ...landingPages, ...dashboardPages }).flat()];
const build = {
  "app/index.html": html("the app"),
  "app/cart.html": html("the cart"),
  "app/quiz.html": html("the quiz"),
  "app/clinic.html": '<html lang="en"><head><title>raw</title></head><body><main>the staff app</main></body></html>',
  "app/clinic/assets/c.js": "2",
  "app/logo.svg": "<svg/>",
  "app/assets/a.js": "1",
  "app/.vite/manifest.json": JSON.stringify(Object.fromEntries(modules.map((name) => [name, { file: "assets/a.js" }]))),
  "prerender/prerender.js": "export const prerendered = () => ({});",
};

const folder = mkdtempSync(join(tmpdir(), "calendula-pages-"));
let server: TestServer;
let app: FastifyInstance;
beforeAll(async () => {
  for (const [path, text] of Object.entries(build)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  server = await sharedTestServer();
  app = await createHttp(server.services);
  await registerPages(app, server.services, join(folder, "app"));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const fetchPath = (url: string) => app.inject({ url });

test.each(["/index.html", "/cart.html", "/quiz.html", "/clinic.html"])(
  "%s is no file: it is answered like any other path",
  async (path) => {
    const [answer, unframedHeaders] = [await fetchPath(path), await fetchPath("/no-such-page")];
    expect(answer.payload).toBe(unframedHeaders.payload);
    for (const name of ["cache-control", "content-security-policy", "content-type"])
      expect(answer.headers[name]).toBe(unframedHeaders.headers[name]);
  },
);

test.each([
  ["/cart", "the cart", true],
  ["/quiz", "the quiz", true],
  ["/login", "the app", false],
])("%s is %s with this deployment’s settings; in the marketing site’s frame: %s", async (path, root, framed) => {
  const { payload, headers } = await fetchPath(path);
  expect(payload).toContain(`<main>${root}</main>`);
  expect(payload).toContain('id="settings"');
  expect(payload).not.toContain("<title>raw");
  const ancestors = framed ? server.services.config.marketingOrigin : "'none'";
  expect(headers["content-security-policy"]).toContain(`frame-ancestors ${ancestors}`);
});

describe("the staff app", () => {
  test.each(["/clinic", "/clinic/team", "/clinic/patients/01a2?x=1", "/clinic/join"])(
    "%s is its page, with the practice's name",
    async (path) => {
      const { payload, headers, statusCode } = await fetchPath(path);
      expect(statusCode).toBe(200);
      expect(payload).toContain("<main>the staff app</main>");
      expect(payload).toContain(`<title>${server.services.content.brand.name}</title>`);
      expect(headers["cache-control"]).toBe("no-store");
    },
  );

  test("nobody frames it, and it loads nothing of another host", async () => {
    const policy = String((await fetchPath("/clinic")).headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|wss?:|unsafe|\*/);
  });

  test("its settings name the brand, and nothing of the patients' app", async () => {
    const { payload } = await fetchPath("/clinic");
    const settings = JSON.parse(/id="settings">(.*?)<\/script>/.exec(payload)?.[1] ?? "") as object;
    expect(Object.keys(settings)).toEqual(["brand", "demo"]);
  });

  test("its files are cacheable for a year; one that does not exist is no page", async () => {
    const [file, missing] = [await fetchPath("/clinic/assets/c.js"), await fetchPath("/clinic/assets/old.js")];
    expect([file.payload, file.headers["cache-control"]]).toEqual(["2", "public, max-age=31536000, immutable"]);
    expect(missing.statusCode).toBe(404);
  });

  test("the patients' app is not served under its addresses, nor it under theirs", async () => {
    expect((await fetchPath("/clinic/home")).payload).not.toContain("the app</main>");
    expect((await fetchPath("/clinics")).payload).toContain("<main>the app</main>");
  });
});

test("files are served unchanged, assets cacheable for a year", async () => {
  const [logo, asset] = [await fetchPath("/logo.svg"), await fetchPath("/assets/a.js")];
  expect([logo.payload, logo.headers["cache-control"]]).toEqual(["<svg/>", "public, max-age=3600"]);
  expect([asset.payload, asset.headers["cache-control"]]).toEqual(["1", "public, max-age=31536000, immutable"]);
});

test.each([
  ["dark", "redesign dark"],
  ["light", "redesign light"],
  ["purple", "redesign"],
  ['dark"><script>', "redesign"],
])("a patient who chose the colors “%s” gets the page in them before any code runs", async (chosen, className) => {
  const { payload, headers } = await app.inject({ url: "/login", cookies: { appearance: chosen } });
  expect(/<html lang="en" class="([^"]*)">/.exec(payload)?.[1]).toBe(className);
  expect(headers["vary"]).toContain("cookie");
});
