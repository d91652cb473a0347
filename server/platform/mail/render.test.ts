import { expect, test } from "vitest";
import { mailIds, mailPlaceholders } from "#content/schema/texts/mails.ts";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { escapeHtml, linkify, renderMail } from "./render-mail.ts";

const content = await shippedContent();
const now = new Date("2026-05-01T12:00:00Z");
const link = "https://app.example/new-password?v=a.b&c=d";

test.each(mailIds)("mail %s: every placeholder is filled, as text and as HTML", (mail) => {
  const values = Object.fromEntries(mailPlaceholders[mail].map((name) => [name, `<${name}>`]));
  const { subject, text, html } = renderMail(content, mail, values, now);
  expect(subject).not.toBe("");
  for (const each of [subject, text, html]) expect(each).not.toMatch(/\{\{|undefined/);
  expect(text).toContain(content.brand.name);
  expect(html).not.toMatch(new RegExp(`<(?:${mailPlaceholders[mail].join("|")})>`));
});

test("mail: a link is clickable in the HTML, and complete in the text", () => {
  const { text, html } = renderMail(content, "recovery", { firstname: "Ana", link, minutes: "30" }, now);
  expect(text).toContain(`\n${link}\n`);
  expect(html).toContain(`<a href="${escapeHtml(link)}" style="`);
  expect(html).toContain(`">${escapeHtml(link)}</a>`);
});

test("mail: a missing value prevents sending", () => {
  expect(() => renderMail(content, "recovery", { firstname: "Ana" }, now)).toThrow("recovery was given no link");
});

test("mail: a value can add neither a header line nor a placeholder", () => {
  const mails = { ...content.mails, recovery: { subject: "For {{firstname}}", text: "{{firstname}}" } };
  const values = { firstname: "A\r\nBcc: spy@example.com {{link}}", link, minutes: "30" };
  const { subject, text } = renderMail({ ...content, mails }, "recovery", values, now);
  expect(subject).toBe("For A Bcc: spy@example.com {{link}}");
  expect(text).toContain("{{link}}");
});

test.each([
  [
    "See https://a.example/x?y=1&amp;z=2.",
    'See <a href="https://a.example/x?y=1&amp;z=2">https://a.example/x?y=1&amp;z=2</a>.',
  ],
  ["(http://a.example)", '(<a href="http://a.example">http://a.example</a>)'],
  ["javascript:alert(1)", "javascript:alert(1)"],
  [
    "https://a.example/&quot;onclick=x",
    '<a href="https://a.example/&quot;onclick=x">https://a.example/&quot;onclick=x</a>',
  ],
])("mail: links of “%s”", (escaped, html) => {
  expect(linkify(escaped)).toBe(html);
});

test("the brand determines a mail's colors", () => {
  const print = { ...content.brand.print, ink: "#123456", accent: "#654321" };
  const values = { firstname: "Ana", link: "https://app.example.com/new-password?v=1&c=2", minutes: "30" };
  const { html } = renderMail({ ...content, brand: { ...content.brand, print } }, "recovery", values, now);
  expect(html.match(/(?<!-)color:[^;"]*/g)).toEqual(["color:#123456", "color:#123456", "color:#654321"]);
  // A color without its background is dark on dark where the program is dark.
  expect(html.match(/color:#\d+;background-color:#ffffff/g)).toHaveLength(3);
});

test("a mail says its language and its subject", () => {
  const values = { firstname: "Ana & Co", link, minutes: "30" };
  const { html } = renderMail(content, "recovery", values, now);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).toContain("<title>Choose a new password</title>");
});
