import { describe, expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

describe("§2.2 redirectTo accepts own paths only", () => {
  test.each(["/home", "/order/01234?tab=1#top", "/messages/doctor", "/home?q=a%20b", "/a.b-c_d~e"])(
    "accepts %s",
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  test.each([
    "",
    "home",
    "https://evil.example/",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a//b",
    "/%5Cevil.example",
    "/%2F/evil.example",
    "/%2Fevil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    " /home",
    "/\thome",
    "/\n/evil.example",
    "/home\u0000",
    "/%0a/evil",
    "/%zz",
    "/\u2028x",
    `/${"a".repeat(2001)}`,
  ])("refuses %j", (value) => expect(ownPath(value)).toBeNull());

  test("resolves dots before it returns", () => {
    expect(ownPath("/a/../home")).toBe("/home");
    expect(ownPath("/..//evil.example")).toBeNull();
  });
});
