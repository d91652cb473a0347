import { escapeHtml, type Html, trustedHtml, linkEmergencyNumbers } from "./html.ts";
import type { Site } from "./settings.ts";

/**
 * The Markdown subset that the practice's texts use: paragraphs, headings, lists, bold, italics, and links to paths of the app. Everything is escaped first. A
 * heading of level n becomes `<h{n + headingOffset}>`.
 */
export function markdown(text: string, headingOffset: number, { appOrigin }: Pick<Site, "appOrigin">): Html {
  const inline = (line: string) =>
    inlineMarkdown(line).replaceAll(/\[([^\]]+)\]\((\/(?!\/)[\w/-]*)\)/g, `<a href="${appOrigin}$2">$1</a>`);
  const blocks = text.trim().split(/\n{2,}/);
  return trustedHtml(blocks.map((block) => blockOf(block.trim(), headingOffset, inline)).join("\n"));
}

function blockOf(block: string, headingOffset: number, inline: (line: string) => string): string {
  const lines = block.split("\n");
  const heading = /^(#{1,4}) (.+)$/.exec(block);
  if (heading?.[1] && heading[2]) {
    const level = Math.min(6, heading[1].length + headingOffset);
    return `<h${level}>${inline(heading[2])}</h${level}>`;
  }
  const list = (name: string, mark: RegExp) =>
    `<${name}>${lines.map((line) => `<li>${inline(line.replace(mark, ""))}</li>`).join("")}</${name}>`;
  if (lines.every((line) => /^- /.test(line))) return list("ul", /^- /);
  if (lines.every((line) => /^\d+\. /.test(line))) return list("ol", /^\d+\. /);
  return `<p>${inline(lines.join(" "))}</p>`;
}

const inlineMarkdown = (line: string): string =>
  linkEmergencyNumbers(escapeHtml(line))
    .replaceAll(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/\*(.+?)\*/g, "<em>$1</em>");
