/** Markup that may be sent as it is. Only `html` and `trusted` make it. */
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

/** A template whose values are escaped for text and quoted attributes; `Html` stays, lists are joined, nothing is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return { markup: parts.reduce((text, part, index) => text + render(values[index - 1]) + part) };
}

/** Markup from a source that escaped it already. */
export const trustedHtml = (markup: string): Html => ({ markup });

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

function render(piece: HtmlValue): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (typeof piece === "string") return escapeHtml(piece);
  if (typeof piece === "number") return String(piece);
  return "markup" in piece ? piece.markup : piece.map(render).join("");
}

/** Escaped text whose emergency numbers can be pressed to call. */
export const linkEmergencyNumbers = (markup: string): string =>
  markup.replaceAll(/\b(?:911|988)\b/g, (number) => `<a href="tel:${number}">${number}</a>`);

/** A sentence of the practice's whose emergency numbers can be pressed to call. */
export const textWithEmergencyLinks = (text: string): Html => trustedHtml(linkEmergencyNumbers(escapeHtml(text)));
