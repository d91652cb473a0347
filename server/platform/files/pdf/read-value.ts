/** A value of a PDF (ISO 32000-1, 7.3), as far as dictionaries of streams and of encryption have them. Strings are their bytes, one character each. */
export type PdfValue =
  | { readonly kind: "name" | "string" | "word"; readonly text: string }
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "reference"; readonly number: number }
  | { readonly kind: "array"; readonly items: readonly PdfValue[] }
  | { readonly kind: "dictionary"; readonly entries: ReadonlyMap<string, PdfValue> };

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

const maxDepth = 20;
const maxItems = 2000;
const maxLength = 20_000;

/** The dictionary that begins here, after white space; undefined where none does, or it can't be read. */
export function readDictionary(text: string, at: number): PdfDictionary | undefined {
  try {
    const value = new Reader(text.slice(at, at + maxLength)).value(0);
    return value.kind === "dictionary" ? value.entries : undefined;
  } catch {
    return undefined;
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

class Reader {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): PdfValue {
    if (depth > maxDepth) throw new Error("Too deep");
    this.#take(/(?:[\0\s]|%[^\r\n]*)*/y);
    if (this.#take(/<</y) !== undefined) return { kind: "dictionary", entries: this.#entries(depth) };
    if (this.#take(/\[/y) !== undefined) return { kind: "array", items: this.#items(depth, /\]/y) };
    if (this.#take(/\(/y) !== undefined) return { kind: "string", text: this.#string() };
    const hex = this.#take(/<[\da-fA-F\0\s]*>/y);
    if (hex !== undefined) return { kind: "string", text: bytesOfHex(hex) };
    const name = this.#take(/\/[^\0\s()<>[\]{}/%]*/y);
    if (name !== undefined) return { kind: "name", text: nameText(name.slice(1)) };
    const reference = this.#take(/\d{1,10}[\0\s]+\d{1,5}[\0\s]+R(?![\w])/y);
    if (reference !== undefined) return { kind: "reference", number: Number.parseInt(reference, 10) };
    const number = this.#take(/[+-]?(?:\d+\.?\d*|\.\d+)/y);
    if (number !== undefined) return { kind: "number", number: Number(number) };
    const word = this.#take(/[a-zA-Z]+/y);
    if (word !== undefined) return { kind: "word", text: word };
    throw new Error("Not a value");
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #items(depth: number, end: RegExp): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      this.#take(/(?:[\0\s]|%[^\r\n]*)*/y);
      if (this.#take(end) !== undefined) return items;
      if (items.length >= maxItems) throw new Error("Too many");
      items.push(this.value(depth + 1));
    }
  }

  /** Of a key that comes twice, readers disagree which counts. */
  #entries(depth: number): PdfDictionary {
    const items = this.#items(depth, />>/y);
    const entries = new Map<string, PdfValue>();
    for (let index = 0; index < items.length; index += 2) {
      const [key, value] = [items[index], items[index + 1]];
      if (key?.kind !== "name" || value === undefined || entries.has(key.text)) throw new Error("Not a dictionary");
      entries.set(key.text, value);
    }
    return entries;
  }

  #string(): string {
    const parts: string[] = [];
    for (let depth = 1; ;) {
      const plain = this.#take(/[^()\\]+/y);
      if (plain !== undefined) parts.push(plain.replace(/\r\n?/g, "\n"));
      const next = this.#take(/\\(?:[0-7]{1,3}|\r\n|[^])|[()]/y);
      if (next === undefined) throw new Error("No end");
      if (next === "(") depth += 1;
      if (next === ")") depth -= 1;
      if (depth === 0) return parts.join("");
      parts.push(next.startsWith("\\") ? unescaped(next.slice(1)) : next);
    }
  }
}

function unescaped(code: string): string {
  if (/^[0-7]/.test(code)) return String.fromCodePoint(Number.parseInt(code, 8) & 255);
  return /^[\r\n]/.test(code) ? "" : (escapes[code] ?? code);
}

function bytesOfHex(hex: string): string {
  const digits = hex.replace(/[^\da-fA-F]/g, "");
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex").toString("latin1");
}

/** A name without its `#` spellings (7.3.5). */
const nameText = (name: string) =>
  name.replace(/#([\da-fA-F]{2})/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
