import * as z from "zod/mini";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { namedSchemas } from "./named-schemas.ts";

/** A JSON schema, as far as we look into it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly [keyword: string]: unknown;
}

type Schema = z.core.$ZodType;
type Direction = "input" | "output";

const refPrefix = "#/components/schemas/";

/** The contract in JSON schema: what has a name once, and what a call takes and answers, referring to it. */
export interface ContractSchemas {
  readonly named: Readonly<Record<string, JsonSchema>>;
  readonly partOf: (call: Endpoint, part: "params" | "query" | "body" | "ok") => JsonSchema | undefined;
}

/**
 * Converts the calls' schemas. A named schema that is taken otherwise than it is answered, because of a default or a transform, has a second name
 * that ends in `Input`.
 */
export function contractSchemas(calls: readonly Endpoint[]): ContractSchemas {
  const requests = calls
    .flatMap(({ params, query, body }) => [params, query, body])
    .filter((part) => part !== undefined);
  const answers = calls.flatMap(({ ok }) => (typeof ok === "string" ? [] : [ok]));
  const input = convert(requests, "input");
  const output = convert(answers, "output");
  const answered = reachable(output.named, answers.map(output.of));
  const differs = (name: string) =>
    name in answered && JSON.stringify(input.named[name]) !== JSON.stringify(answered[name]);
  const inputName = (name: string) => (differs(name) ? `${name}Input` : name);
  const taken = reachable(input.named, requests.map(input.of));
  const named = {
    ...answered,
    ...Object.fromEntries(Object.entries(taken).map(([name, schema]) => [inputName(name), rename(schema, inputName)])),
  };
  return {
    named: Object.fromEntries(Object.entries(named).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    partOf: (call, part) => {
      const schema = call[part];
      if (schema === undefined || typeof schema === "string") return undefined;
      return part === "ok" ? output.of(schema) : rename(input.of(schema), inputName);
    },
  };
}

function convert(parts: readonly Schema[], io: Direction) {
  const names = new Map<Schema, string>(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]));
  const ids = new Map<Schema, string>(names);
  for (const part of parts) if (!ids.has(part)) ids.set(part, `part ${ids.size}`);
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of ids) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    uri: (id) => refPrefix + id,
    override: ({ jsonSchema }) => simplify(jsonSchema as Record<string, unknown>, io),
  });
  const converted = (id: string): JsonSchema => {
    const { $schema: _, $id: __, ...schema } = schemas[id] as JsonSchema;
    return schema;
  };
  return {
    named: Object.fromEntries([...names.values()].map((name) => [name, converted(name)])),
    of: (schema: Schema): JsonSchema => {
      const name = names.get(schema);
      return name === undefined ? converted(ids.get(schema) ?? "") : { $ref: refPrefix + name };
    },
  };
}

/** Leaves out what says nothing: the pattern of a known format, the bounds of every integer. Answers may gain fields, so they close no object. */
function simplify(schema: Record<string, unknown>, io: Direction): void {
  if (schema["format"] !== undefined) delete schema["pattern"];
  if (schema["type"] === "integer") {
    if (schema["minimum"] === Number.MIN_SAFE_INTEGER) delete schema["minimum"];
    if (schema["maximum"] === Number.MAX_SAFE_INTEGER) delete schema["maximum"];
  }
  if (io === "output" && schema["additionalProperties"] === false) delete schema["additionalProperties"];
}

/** The name a reference is to; undefined for one to something else. */
export const nameOfRef = ({ $ref }: JsonSchema): string | undefined =>
  $ref?.startsWith(refPrefix) ? $ref.slice(refPrefix.length) : undefined;

function rename(schema: JsonSchema, nameOf: (name: string) => string): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "$ref" && typeof value === "string" ? refPrefix + nameOf(value.slice(refPrefix.length)) : value,
  ) as JsonSchema;
}

/** Those named schemas that some part refers to, directly or through others, by name. */
function reachable(named: Readonly<Record<string, JsonSchema>>, from: readonly JsonSchema[]) {
  const found = new Set<string>();
  const visit = (schema: JsonSchema) =>
    void JSON.stringify(schema, function (this: JsonSchema, _, value: unknown) {
      const name = nameOfRef(this);
      if (name !== undefined && !found.has(name)) {
        found.add(name);
        visit(named[name] ?? {});
      }
      return value;
    });
  for (const schema of from) visit(schema);
  return Object.fromEntries([...found].map((name) => [name, named[name] ?? {}]));
}
