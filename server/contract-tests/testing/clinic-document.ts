import { readFileSync } from "node:fs";
import { join } from "node:path";
import { everyCall } from "#contract/api.ts";
import { fullPath, type Endpoint } from "#contract/http/endpoint.ts";

/** One call of the document, as written there. */
export interface Example {
  readonly line: number;
  readonly method: string;
  /** With the document's placeholders: `/api/patient/$PATIENT`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Parts of a multipart body. */
  readonly formFields: readonly string[];
  /** The documented answer; null for a file. */
  readonly answer: unknown;
}

/** Every `curl` in the document with the answer that follows it. */
export function examplesOf(file: string): Example[] {
  const text = readFileSync(join(import.meta.dirname, "../../..", file), "utf8");
  const blocks = [...text.matchAll(/```(sh|json)\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, kind, source = ""], index) => {
    if (kind !== "sh") return [];
    const next = blocks[index + 1];
    const line = text.slice(0, blocks[index]?.index).split("\n").length + 1;
    return [{ line, ...parseCurl(source), answer: next?.[1] === "json" ? JSON.parse(next[2] ?? "") : null }];
  });
}

/** The contract's call for an example's method and path. */
export function callOf({ method, path }: Example): { readonly name: string; readonly call: Endpoint } | undefined {
  const [pathWithoutQuery = ""] = path.split("?");
  for (const { feature, name, call } of everyCall()) {
    const pattern = fullPath(call).replaceAll(/\{\w+\}/g, "\\$[A-Z]+");
    if (call.method === method && new RegExp(`^${pattern}$`).test(pathWithoutQuery))
      return { name: `${feature}.${name}`, call };
  }
  return undefined;
}

/** An example's text with the values of its `$PLACEHOLDERS`. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => {
    const value = values[name];
    if (!value) throw new Error(`Nothing is called ${name}`);
    return value;
  });
}

function parseCurl(source: string): Omit<Example, "line" | "answer"> {
  const shellWords = [...source.replaceAll("\\\n", " ").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, quoted, literal, pathWithoutQuery]) => quoted ?? literal ?? pathWithoutQuery ?? "",
  );
  const optionValues = (option: string) =>
    shellWords.flatMap((word, index) => (shellWords[index - 1] === option ? [word] : []));
  const url = shellWords.find((word) => word.startsWith("$URL"));
  if (shellWords[0] !== "curl" || url === undefined) throw new Error(`Not a call: ${source}`);
  return {
    method: optionValues("-X")[0] ?? "GET",
    path: url.slice("$URL".length),
    headers: Object.fromEntries(
      optionValues("-H").map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]),
    ),
    body: optionValues("-d")[0] ?? null,
    formFields: optionValues("-F"),
  };
}

/** Fields with values a reader programs against: their values are compared, not only their types. */
const comparedFields = new Set([
  "status",
  "kind",
  "type",
  "role",
  "planstatus",
  "carestatus",
  "identitystatus",
  "onboardingstatus",
  "needsreply",
  "open",
  "clientid",
  "onhold",
  "refunded",
]);

/** Where the documented answer promises what the real one lacks; a key `…` stands for further keys. */
export function differences(documented: unknown, real: unknown, path = "answer"): string[] {
  if (Array.isArray(documented)) {
    if (!Array.isArray(real)) return [`${path} is no list`];
    const [first] = documented;
    return first === undefined || real.length === 0
      ? first === undefined
        ? []
        : [`${path} is empty`]
      : differences(first, real[0], `${path}[0]`);
  }
  if (typeof documented === "object" && documented !== null) {
    if (typeof real !== "object" || real === null) return [`${path} is ${JSON.stringify(real)}`];
    const keys = Object.keys(documented);
    const undocumented = keys.includes("…") ? [] : Object.keys(real).filter((key) => !keys.includes(key));
    return [
      ...undocumented.map((key) => `${path}.${key} is not in the document`),
      ...keys
        .filter((key) => key !== "…")
        .flatMap((key) => {
          const [documentedValue, realValue] = [
            (documented as Record<string, unknown>)[key],
            (real as Record<string, unknown>)[key],
          ];
          if (comparedFields.has(key) && typeof documentedValue !== "object")
            return documentedValue === realValue
              ? []
              : [`${path}.${key} is ${JSON.stringify(realValue)}, not ${JSON.stringify(documentedValue)}`];
          return differences(documentedValue, realValue, `${path}.${key}`);
        }),
    ];
  }
  if (documented === null || real === null) return real === documented ? [] : [`${path} is ${JSON.stringify(real)}`];
  return typeof documented === typeof real ? [] : [`${path} is a ${typeof real}`];
}
