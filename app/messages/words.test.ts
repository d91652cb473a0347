import { describe, expect, test } from "vitest";
import { splitLinks } from "./log/split-links.ts";
import { dayKey, dayHeading, shortTime } from "#app/formats/dates.ts";
import { messageOf } from "./testing.ts";
import { cleanText, oneLineText, newMessagesText, previewOf, lengthState, senderName } from "./log/message-summary.ts";

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

describe("§2.3 days and times", () => {
  const now = new Date(2026, 5, 3, 15, 4);
  const at = (...pieces: [number, number, number, number]) => new Date(...pieces).toISOString();
  test.each([
    [at(2026, 5, 3, 0), "Today", "Today, 12:00 AM"],
    [at(2026, 5, 2, 23), "Yesterday", "Yesterday"],
    [at(2026, 5, 1, 23), "June 1", "Jun 1"],
    [at(2025, 11, 31, 9), "December 31, 2025", "Dec 31, 2025"],
  ])("%s is %s", (moment, expected, short) => {
    expect(dayHeading(moment, now)).toBe(expected);
    expect(shortTime(moment, now).replace("\u202f", " ")).toBe(short);
  });
  test("two moments of a day have the same key", () => {
    expect(dayKey(at(2026, 5, 3, 1))).toBe(dayKey(at(2026, 5, 3, 23)));
    expect(dayKey(at(2026, 5, 3, 1))).not.toBe(dayKey(at(2026, 5, 2, 23)));
  });
});

describe("texts about messages", () => {
  test("the sender's name", () => {
    expect(senderName({ role: "doctor", name: "Dr. Grace Hollis" })).toBe("Dr. Grace Hollis");
    expect(senderName({ role: "nurse", name: "Ines Falk" })).toBe("Ines Falk");
    expect(senderName({ role: "patient", name: "Ada Sommer" })).toBe("You");
    expect(senderName({ role: "patient_services", name: "Patient services" })).toBe("Patient services");
  });

  test("a message in one line", () => {
    const photo = { id: "f", name: "a.pdf", type: "image/jpeg", bytes: 1, createdat: "2026-06-03T12:00:00Z" } as const;
    expect(oneLineText(messageOf({ message: " Two\n lines " }))).toBe("Two lines");
    expect(oneLineText(messageOf({ message: "", attachment: photo }))).toBe("Photo");
    expect(
      previewOf(messageOf({ role: "patient", message: "", attachment: { ...photo, type: "application/pdf" } })),
    ).toBe("You: a.pdf");
    expect([newMessagesText(1), newMessagesText(2)]).toEqual(["1 new message", "2 new messages"]);
  });

  test("§5 the room left shows near the limit, and the excess beyond it", () => {
    expect(lengthState("x".repeat(4000))).toBeNull();
    expect(lengthState("x".repeat(4999))).toEqual({ hint: "1 character left", over: false });
    expect(lengthState(` ${"x".repeat(5000)} `)).toEqual({ hint: "0 characters left", over: false });
    expect(lengthState("x".repeat(6200))?.hint).toContain("1,200 characters too many");
    expect(cleanText(" a\u0000b\nc\u0007 ")).toBe("ab\nc");
  });
});
