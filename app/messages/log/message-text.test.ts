import { describe, expect, test } from "vitest";
import { splitLinks } from "./message-text.tsx";

const links = (text: string) => splitLinks(text, "https://care.example").filter(({ href }) => href);
const joined = (text: string) =>
  splitLinks(text, "https://care.example")
    .map((part) => part.text)
    .join("");

describe("links in messages", () => {
  test.each([
    [
      "Look at https://a.example/x?y=1.",
      { text: "https://a.example/x?y=1", href: "https://a.example/x?y=1", external: true },
    ],
    ["Go to https://care.example/order/12#a now", { text: "https://care.example/order/12#a", href: "/order/12#a" }],
    ["Open /account-settings/email, please", { text: "/account-settings/email", href: "/account-settings/email" }],
    ["(https://a.example/)", { text: "https://a.example/", href: "https://a.example/", external: true }],
  ])("a link is its own text: %s", (text, link) => {
    expect(links(text)).toEqual([link]);
    expect(joined(text)).toBe(text);
  });

  test.each([
    "javascript:alert(1)",
    "http://plain.example/",
    "https://care.example@evil.example/",
    "https://localhost/x",
    "once and/or twice, 1/2 a tablet /day",
    "/homes of 3",
    "/\\evil.example",
    "//evil.example",
    "data:text/html,x",
  ])("not a link: %s", (text) => {
    expect(links(text)).toEqual([]);
    expect(joined(text)).toBe(text);
  });
});
