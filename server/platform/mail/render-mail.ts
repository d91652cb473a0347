import type { Content } from "#content/loader/load.ts";
import type { MailId } from "#content/schema/texts/mails.ts";
import { fillPlaceholders } from "../placeholders.ts";

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * A mail of the content with its placeholders filled in, as plain text and as HTML. Throws when a value is missing.
 * `year` is that of `now`; `firstname` also greets somebody whose name is unknown.
 */
export function renderMail(
  { mails, brand }: Pick<Content, "mails" | "brand">,
  mail: MailId,
  values: Readonly<Record<string, string>>,
  now: Date,
): RenderedMail {
  const allValues: Readonly<Record<string, string>> = {
    ...values,
    brand: brand.name,
    supportemail: brand.supportemail,
    year: String(now.getUTCFullYear()),
  };
  const fillTemplate = (template: string) =>
    fillPlaceholders(template, allValues, (name) => new Error(`Mail ${mail} was given no ${name}`));
  const text = fillTemplate(mails[mail].text).trim();
  const subject = fillTemplate(mails[mail].subject).replace(/\s+/g, " ").trim();
  return {
    subject,
    text,
    html: htmlOf(subject, text, brand.print),
  };
}

/** The brand's print colors are for white paper. */
const paper = "#ffffff";

/**
 * Each color stands with its background, inline, because mail programs leave out a style sheet, or one of the two: dark on dark is what is left in a program
 * that is dark. Whatever program turns both keeps their contrast.
 */
function htmlOf(subject: string, text: string, { ink, accent }: Content["brand"]["print"]): string {
  const colours = (colour: string) => `color:${colour};background-color:${paper}`;
  const style = `max-width:34em;margin:0 auto;padding:24px;font:18px/1.55 Georgia,serif;${colours(ink)}`;
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linkify(escapeHtml(paragraph), colours(accent)).replaceAll("\n", "<br>")}</p>`);
  return [
    `<!doctype html>`,
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;${colours(ink)}"><div style="${style}">`,
    ...paragraphs,
    `</div></body></html>`,
  ].join("\n");
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Turns web addresses in escaped text into links, with a style of their own where one is given. */
export const linkify = (escaped: string, style?: string): string =>
  escaped.replace(
    /https?:\/\/[^\s<>]+?(?=[.,;:!?)]*(?:\s|$))/g,
    (url) => `<a href="${url}"${style === undefined ? "" : ` style="${style}"`}>${url}</a>`,
  );
