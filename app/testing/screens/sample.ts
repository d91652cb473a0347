import * as z from "zod";

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** Texts of the forms that patterns of the contract ask for, each with a number of its own. */
const formsOfText: readonly ((n: number) => string)[] = [
  (n) => `text ${n}`,
  (n) => `text${n}`,
  (n) => `person${n}@example.com`,
  (n) => `2026-11-${String((n % 27) + 1).padStart(2, "0")}`,
  (n) => `2026-11-${String((n % 27) + 1).padStart(2, "0")}T0${n % 10}:00:00.000Z`,
  (n) => `0${n % 10}:${String(n % 60).padStart(2, "0")}`,
  (n) => String(90_000 + (n % 10_000)),
  (n) => String(5_550_000_000 + n),
  (n) => `+1555${String(1_000_000 + n)}`,
  (n) => String(100_000 + n),
  (n) => String(1000 + n),
  (n) => ["CA", "IA", "NY", "TX", "WA"][n % 5] as string,
  (n) => `/path${n}`,
  (n) => `https://example.com/${n}`,
  (n) => String(n).padStart(64, "a"),
];

const jsonSchemas = new WeakMap<z.core.$ZodType, JsonSchema>();

/** Each schema's once, because screens are answered with the same ones all the time. */
function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema;
  jsonSchemas.set(schema, made);
  return made;
}

/**
 * A value of a schema that has every field, and in each field a text or number that no other has, so that what a screen hands on can be traced to where it
 * came from. Lists have two entries; a choice takes its first value. `from`: the number of the first text.
 */
export function sampleOf(schema: z.core.$ZodType, from = 1): unknown {
  const root = jsonSchemaOf(schema);
  let n = from;
  const resolve = ({ $ref, ...rest }: JsonSchema): JsonSchema =>
    $ref === undefined ? rest : $ref === "#" ? root : (root.$defs?.[$ref.replace("#/$defs/", "")] ?? {});

  function textOf({ format, pattern, maxLength = 200 }: JsonSchema): string {
    const number = n++;
    if (format === "uuid") return `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
    if (format === "date-time") return `2026-11-${String((number % 27) + 1).padStart(2, "0")}T08:00:00.000Z`;
    if (format === "date") return `2026-11-${String((number % 27) + 1).padStart(2, "0")}`;
    if (format === "email") return `person${number}@example.com`;
    if (format === "uri") return `https://example.com/${number}`;
    const asked = pattern === undefined ? null : new RegExp(pattern, "u");
    const text = formsOfText.map((form) => form(number)).find((each) => !asked || asked.test(each)) ?? `text ${number}`;
    return text.slice(0, maxLength);
  }

  function value(unresolved: JsonSchema, depth: number): unknown {
    const resolved = resolve(unresolved);
    const type = [resolved.type ?? []].flat().find((each) => each !== "null");
    const given = { ...resolved, ...(type !== undefined && { type }) };
    if (given.const !== undefined) return given.const;
    if (given.enum) return given.enum[0];
    const choices = given.anyOf ?? given.oneOf;
    if (choices) return value(choices.find((each) => resolve(each).type !== "null") ?? {}, depth);
    if (given.allOf) return Object.assign({}, ...given.allOf.map((each) => value(each, depth)));
    if (given.type === "string") return textOf(given);
    if (given.type === "integer" || given.type === "number")
      return Math.min(Math.max(n++, given.minimum ?? 0), given.maximum ?? Number.MAX_SAFE_INTEGER);
    if (given.type === "boolean") return true;
    if (given.type === "array") {
      if (given.prefixItems) return given.prefixItems.map((each) => value(each, depth));
      // What holds itself ends somewhere.
      if (depth > 8) return [];
      const entries = Math.min(Math.max(2, given.minItems ?? 0), given.maxItems ?? 2);
      return Array.from({ length: entries }, () => value(given.items ?? {}, depth + 1));
    }
    if (given.properties || given.type === "object") {
      const own = Object.entries(given.properties ?? {}).map(([name, each]) => [name, value(each, depth + 1)]);
      return Object.fromEntries(own);
    }
    return null;
  }
  return value(root, 0);
}
