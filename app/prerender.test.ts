import { beforeEach, expect, test, vi } from "vitest";

/** The prerendered pages for a deployment with these settings. */
async function drawn(settings: object = {}): Promise<Readonly<Record<string, string>>> {
  vi.stubGlobal("__pageSettings", JSON.stringify(settings));
  const { prerendered } = await import("./prerender.tsx");
  return prerendered();
}

const count = (html: string | undefined, pattern: RegExp) => html?.match(pattern)?.length ?? 0;

beforeEach(() => vi.resetModules());

test("every prerendered page has one main landmark with one level-one heading, and no working form", async () => {
  const pages = Object.entries(await drawn());
  expect(pages.map(([path]) => path)).toContain("/login");
  for (const [path, html] of pages) {
    expect(count(html, /<main\b/g), path).toBe(1);
    expect(count(html, /<h1\b/g), path).toBe(1);
    expect(html, path).toMatch(/<main\b.*<h1\b.*<\/main>/s);
    expect(count(html, /<form\b(?! inert)/g), path).toBe(0);
    expect(count(html.replaceAll(/<form inert.*?<\/form>/gs, ""), /<(?:input|button|select|textarea)\b/g), path).toBe(
      0,
    );
  }
});

test("§2.3 sign-up: /eligibility shows its form and the login link once", async () => {
  const { "/eligibility": html } = await drawn();
  expect(html).toContain("Register");
  expect(count(html, /Have an account\?/g)).toBe(1);
});

test("§2.1 by invitation, /eligibility depends on the visitor's code: it is not prerendered", async () => {
  expect(Object.keys(await drawn({ invitationRequired: true }))).not.toContain("/eligibility");
});
