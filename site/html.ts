/** Markup that needs no escaping. Only `html` and `trustedHtml` create it. */
export interface Html {
  readonly markup: string;
}

export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template whose values are escaped for text and quoted attributes; `Html` is kept, lists are joined, null values are left out. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { markup: parts.reduce((text, part, index) => text + render(values[index - 1]) + part) };
}

/** Markup from a source that has already escaped it. */
export const trustedHtml = (markup: string): Html => ({ markup });

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

function render(piece: HtmlValue): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (typeof piece === "string") return escapeHtml(piece);
  if (typeof piece === "number") return String(piece);
  return "markup" in piece ? piece.markup : piece.map(render).join("");
}

/** Escaped text whose emergency numbers are links. */
export const linkEmergencyNumbers = (markup: string): string =>
  markup.replaceAll(/\b(?:911|988)\b/g, (number) => `<a href="tel:${number}">${number}</a>`);

/** A text of the practice whose emergency numbers are links. */
export const textWithEmergencyLinks = (text: string): Html => trustedHtml(linkEmergencyNumbers(escapeHtml(text)));
