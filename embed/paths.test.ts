import fc from "fast-check";
import { expect, test } from "vitest";
import { isOwnPath } from "./paths.ts";

const origin = "https://www.example.com";

test.each(["/", "/treatments", "/treatments?a=1#b", "/a//b", "/%2F%2Fevil.example"])(
  "§7 content-link: %s is a path of the site",
  (path) => expect(isOwnPath(path, origin)).toBe(true),
);

test.each([
  "",
  "treatments",
  "//evil.example",
  "//www.example.com/",
  "/\\evil.example",
  "/\t/evil.example",
  "/\n\\evil.example",
  "\\\\evil.example",
  "https://evil.example/",
  "https://www.example.com/",
  "javascript:alert(1)",
  " /x",
  "/\t/",
])("§7 content-link: %j is not", (path) => expect(isOwnPath(path, origin)).toBe(false));

test("§7 content-link: whatever the path, the site is not left", () => {
  const piece = fc.constantFrom("/", "\\", "\t", "\n", "..", "@", ":", "evil.example", "a", "?", "#", "%2f");
  const path = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`);
  fc.assert(
    fc.property(path, (given) => {
      fc.pre(isOwnPath(given, origin));
      expect(new URL(given, `${origin}/deep/page`).origin).toBe(origin);
    }),
  );
});

test("§7 content-link: a page without an address of its own has no paths", () => {
  expect(isOwnPath("/treatments", "null")).toBe(false);
});
