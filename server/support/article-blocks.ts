import type * as z from "zod/mini";
import type { Article } from "#contract/support.ts";

export type Block = z.output<typeof Article>["blocks"][number];

const quotePattern = /^>\s*/;
const listItemPattern = /^(?:[-*]|\d+\.)\s+/;
const linkPattern = /\[([^\]]+)\]\(([^)\s]+)\)/g;
/** Where a link may lead: pages of ours, secure pages, telephone and mail. */
const safeHref = /^(?:\/(?!\/)|https:\/\/|tel:|sms:|mailto:)/;

/** The Markdown of a help article as blocks of plain text. A quotation is what cannot wait, a paragraph for each of its lines; a link of a paragraph becomes a block behind it, or in its place when it says nothing else. */
export function parseArticleBlocks(markdown: string): Block[] {
  return markdown.split(/\n{2,}/).flatMap((section) => {
    const lines = section
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const [first] = lines;
    if (first === undefined) return [];
    if (first.startsWith("#"))
      return [
        { type: "heading", text: plainText(first.replace(/^#+\s*/, "")) },
        ...parseArticleBlocks(lines.slice(1).join("\n")),
      ];
    if (quotePattern.test(first))
      return [{ type: "urgent", sentences: lines.map((line) => plainText(line.replace(quotePattern, ""))) }];
    if (listItemPattern.test(first)) return [{ type: "list", ordered: /^\d/.test(first), items: itemsOf(lines) }];
    const text = lines.join(" ");
    const links = linksOf(text);
    const onlyLinks = links.length > 0 && text.replace(linkPattern, "").trim() === "";
    return onlyLinks ? links : [{ type: "paragraph", text: plainText(text) }, ...links];
  });
}

/** A line without a mark goes on with the item before it. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (listItemPattern.test(line)) items.push(plainText(line.replace(listItemPattern, "")));
    else items.push(`${items.pop() ?? ""} ${plainText(line)}`.trim());
  }
  return items;
}

const linksOf = (text: string): Block[] =>
  [...text.matchAll(linkPattern)].flatMap(([, name = "", href = ""]) =>
    safeHref.test(href) ? [{ type: "link", text: plainText(name), href }] : [],
  );

const plainText = (text: string): string => text.replace(linkPattern, "$1").replace(/\*{1,2}([^*]+)\*{1,2}/g, "$1");
