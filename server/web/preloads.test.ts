import { expect, test } from "vitest";
import { dashboardPages, pagePatternOf, preloadTags } from "./preloads.ts";

const manifest = {
  "index.html": { file: "assets/index.js", imports: ["_react.js"] },
  "_react.js": { file: "assets/react.js" },
  "_field.js": { file: "assets/field.js", css: ["assets/field.css"], imports: ["_react.js"] },
  "auth/login-page.tsx": { file: "assets/login.js", css: ["assets/login.css"], imports: ["_field.js", "index.html"] },
};

test("a page's chunks are fetched with the entry, each once, and not what the entry brings", () => {
  const tags = preloadTags(manifest, ["auth/login-page.tsx"]);
  expect(tags.match(/href="([^"]+)"/g)).toEqual([
    'href="/assets/login.css"',
    'href="/assets/field.css"',
    'href="/assets/login.js"',
    'href="/assets/field.js"',
  ]);
});

test("an unknown module is reported at start", () => {
  expect(() => preloadTags(manifest, ["auth/gone.tsx"])).toThrow("auth/gone.tsx");
});

test.each([
  ["/home", "/home"],
  ["/subscription/01a2", "/subscription/:id"],
  ["/messages/doctor", "/messages/doctor"],
  ["/subscription", ""],
  ["/subscription/01a2/more", ""],
  ["/nowhere", ""],
  ["/", ""],
])("%s has the preloads of %j", (path, pattern) => {
  expect(pagePatternOf(path, new Set(Object.keys(dashboardPages)))).toBe(pattern);
});
