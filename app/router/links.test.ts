import { describe, expect, test } from "vitest";
import { findRoute } from "./find-route.ts";
import { type LinkClick, internalPath } from "./links.ts";
import { expiredLinkPath, takeTokenFromUrl } from "#app/auth/login/one-time-token-url.ts";

const known = [{ path: "/home" }, { path: "/order/:id" }];
const here = "https://app.example/home?tab=1";
const click = (href: string, more: Partial<LinkClick> = {}) =>
  internalPath(
    { button: 0, modified: false, handled: false, target: "", download: false, href, ...more },
    here,
    (path) => findRoute(known, path) !== null,
  );

describe("links inside the app", () => {
  test.each([
    ["/order/7?x=1#end", "/order/7?x=1#end"],
    ["https://app.example/home", "/home"],
    ["/home?tab=2", "/home?tab=2"],
  ])("%s is shown without a reload", (href, path) => expect(click(href)).toBe(path));

  test.each([
    "https://other.example/home",
    "http://app.example/home",
    "mailto:a@b.co",
    "/dev/mailbox",
    "/api/openapi.json",
    "/home?tab=1#place",
  ])("%s is left to the browser", (href) => expect(click(href)).toBeNull());

  test.each([{ button: 1 }, { modified: true }, { handled: true }, { target: "_blank" }, { download: true }])(
    "a click with %j is left to the browser",
    (more) => expect(click("/home", more)).toBeNull(),
  );
});

describe("§2.2 global guard: ?token=", () => {
  test("§2.2 the token is removed from the address, the rest stays", () => {
    expect(takeTokenFromUrl("https://app.example/home?utm_source=a&token=secret&x=1#end")).toEqual({
      token: "secret",
      pathWithoutToken: "/home?utm_source=a&x=1#end",
    });
  });
  test("§2.2 an empty one is removed, too", () => {
    expect(takeTokenFromUrl("https://app.example/?token=")).toEqual({ token: "", pathWithoutToken: "/" });
  });
  test("§2.2 a used one leads to sign-in, which says so, and on to the link's target", () => {
    expect(expiredLinkPath("/messages?x=1")).toBe("/login?link=spent&redirectTo=%2Fmessages%3Fx%3D1");
    for (const rest of ["/", "/login", "//evil.example"]) expect(expiredLinkPath(rest)).toBe("/login?link=spent");
  });
  test("§2.2 without one nothing happens", () => expect(takeTokenFromUrl("https://app.example/?a=1")).toBeNull());
});
