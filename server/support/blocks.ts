import type * as z from "zod/mini";
import type { Article } from "#contract/support.ts";

export type Block = z.output<typeof Article>["blocks"][number];

const quoted = /^>\s*/;
const listItem = /^(?:[-*]|\d+\.)\s+/;
const linkPattern = /\[([^\]]+)\]\(([^)\s]+)\)/g;
/** Where a link may lead: pages of ours, secure pages, telephone and mail. */
const safeHref = /^(?:\/(?!\/)|https:\/\/|tel:|sms:|mailto:)/;

/** The Markdown of a help article as blocks of plain text. A quotation is what cannot wait, a paragraph for each of its lines; a link of a paragraph becomes a block behind it, or in its place when it says nothing else. */
export function blocksOf(markdown: string): Block[] {
  return markdown.split(/\n{2,}/).flatMap((part) => {
    const lines = part
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const [first] = lines;
    if (first === undefined) return [];
    if (first.startsWith("#"))
      return [{ type: "heading", text: plain(first.replace(/^#+\s*/, "")) }, ...blocksOf(lines.slice(1).join("\n"))];
    if (quoted.test(first))
      return [{ type: "urgent", sentences: lines.map((line) => plain(line.replace(quoted, ""))) }];
    if (listItem.test(first)) return [{ type: "list", ordered: /^\d/.test(first), items: itemsOf(lines) }];
    const text = lines.join(" ");
    const links = linksOf(text);
    const onlyLinks = links.length > 0 && text.replace(linkPattern, "").trim() === "";
    return onlyLinks ? links : [{ type: "paragraph", text: plain(text) }, ...links];
  });
}

/** A line without a mark goes on with the item before it. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (listItem.test(line)) items.push(plain(line.replace(listItem, "")));
    else items.push(`${items.pop() ?? ""} ${plain(line)}`.trim());
  }
  return items;
}

const linksOf = (text: string): Block[] =>
  [...text.matchAll(linkPattern)].flatMap(([, name = "", href = ""]) =>
    safeHref.test(href) ? [{ type: "link", text: plain(name), href }] : [],
  );

const plain = (text: string): string => text.replace(linkPattern, "$1").replace(/\*{1,2}([^*]+)\*{1,2}/g, "$1");
