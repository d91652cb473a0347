import type { MailId } from "#content/schema/texts/mails.ts";
import type { Content } from "#content/loader/load.ts";
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
  return {
    subject: fillTemplate(mails[mail].subject).replace(/\s+/g, " ").trim(),
    text,
    html: htmlOf(text, brand.print),
  };
}

function htmlOf(text: string, { ink, accent }: Content["brand"]["print"]): string {
  const style = `max-width:34em;margin:0 auto;padding:24px;font:18px/1.55 Georgia,serif;color:${ink}`;
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linkify(escapeHtml(paragraph)).replaceAll("\n", "<br>")}</p>`);
  return `<!doctype html><meta charset="utf-8"><style>a{color:${accent}}</style><body><div style="${style}">${paragraphs.join("\n")}</div></body>`;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Turns web addresses in escaped text into links. */
export const linkify = (escaped: string): string =>
  escaped.replace(/https?:\/\/[^\s<>]+?(?=[.,;:!?)]*(?:\s|$))/g, (url) => `<a href="${url}">${url}</a>`);
