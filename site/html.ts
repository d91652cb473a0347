/** Markup that may be sent as it is. Only `html` and `trusted` make it. */
export interface Html {
  readonly markup: string;
}

export type Piece = Html | string | number | false | null | undefined | readonly Piece[];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template whose values are escaped for text and quoted attributes; `Html` stays, lists are joined, nothing is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return { markup: parts.reduce((text, part, index) => text + render(values[index - 1]) + part) };
}

/** Markup from a source that escaped it already. */
export const trusted = (markup: string): Html => ({ markup });

export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

function render(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return "";
  if (typeof piece === "string") return escaped(piece);
  if (typeof piece === "number") return String(piece);
  return "markup" in piece ? piece.markup : piece.map(render).join("");
}

/** Escaped text whose emergency numbers can be pressed to call. */
export const withCalls = (markup: string): string =>
  markup.replaceAll(/\b(?:911|988)\b/g, (number) => `<a href="tel:${number}">${number}</a>`);

/** A sentence of the practice's whose emergency numbers can be pressed to call. */
export const callable = (text: string): Html => trusted(withCalls(escaped(text)));
