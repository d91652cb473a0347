import type * as z from "zod/mini";

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, unknown>>;
  readonly innerType?: unknown;
  readonly element?: unknown;
  readonly valueType?: unknown;
  readonly options?: readonly unknown[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly unknown[];
  readonly in?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
}
const defOf = (schema: unknown): Def | undefined => (schema as z.ZodMiniType | undefined)?._zod.def as Def | undefined;

interface Field {
  /** `asked.on`, `items[].id` of those in a list or a record. */
  readonly path: string;
  readonly schema: unknown;
}

/** The fields of what a call takes, those in it as well; `path` is where it is itself. */
export function fieldsOf(schema: unknown, path = ""): readonly Field[] {
  const def = defOf(schema);
  if (!def) return [];
  const of = (each: unknown, at = path) => fieldsOf(each, at);
  if (def.type === "object")
    return Object.entries(def.shape ?? {}).flatMap(([name, each]) => of(each, path === "" ? name : `${path}.${name}`));
  if (def.innerType) return of(def.innerType);
  if (def.type === "array") return of(def.element, `${path}[]`);
  if (def.type === "record") return of(def.valueType, `${path}[]`);
  if (def.type === "pipe") return of(def.in);
  if (def.type === "intersection") return [...of(def.left), ...of(def.right)];
  if (def.type !== "union") return path === "" ? [] : [{ path, schema }];
  const found = (def.options ?? []).flatMap((each) => of(each));
  return found.filter((each, at) => found.findIndex((other) => other.path === each.path) === at);
}

/** The values of the closed lists among the fields of what a call takes. */
export const choicesOf = (schema: unknown): readonly { readonly path: string; readonly value: unknown }[] =>
  fieldsOf(schema).flatMap(({ path, schema: of }) => {
    const { type, entries = {}, values = [] } = defOf(of) ?? { type: "" };
    const choices = type === "enum" ? Object.values(entries) : type === "literal" ? values : [];
    return choices.map((value) => ({ path, value }));
  });

/** What is sent at such a path: of a list or a record, all of it. */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return path === "" && value === null ? [value] : [];
  if (path === "") return [value];
  const [, name = "", isMany, rest = ""] = /^([^.[]*)(\[\])?\.?(.*)$/.exec(path) ?? [];
  const found = name === "" ? value : (value as Readonly<Record<string, unknown>>)[name];
  const each = isMany ? Object.values((found ?? {}) as object) : [found];
  return each.flatMap((one) => valuesAt(one, rest));
}
