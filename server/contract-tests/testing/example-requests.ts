import fc from "fast-check";
import * as z from "zod";
import { fullPath, type Endpoint } from "#contract/http/endpoint.ts";
import { newId } from "#server/platform/ids.ts";

type JsonSchema = {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
};

/** Values that break naive code: wrong types, extremes, hostile text. */
const hostileValues = fc.constantFrom<unknown>(
  null,
  "",
  " ",
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  true,
  [],
  {},
  [[]],
  "\u0000",
  "\u202Eabc",
  // A lone surrogate.
  "a\ud800b",
  "💊".repeat(50),
  "a".repeat(10_000),
  "'; drop table patient; --",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "{{constructor}}",
  { __proto__: { admin: true } },
);

const nearValidBySchema = new WeakMap<z.core.$ZodType, fc.Arbitrary<unknown>>();

/** Bodies close to what a schema accepts: mostly right, wrong in places. */
function nearValid(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const known = nearValidBySchema.get(schema);
  if (known) return known;
  const arbitrary = arbitraryOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
  nearValidBySchema.set(schema, arbitrary);
  return arbitrary;
}

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 7 }),
  date: fc.constantFrom("1970-05-17", "2026-02-28", "2024-02-29"),
  "date-time": fc.constant("2026-05-01T10:00:00.000Z"),
  email: fc.constant("rosa@example.com"),
};

function arbitraryOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: validArbitrary(schema) }, { weight: 1, arbitrary: hostileValues });
}

function validArbitrary(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map(arbitraryOf));
  switch (schema.type) {
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, arbitraryOf(field)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: (schema.required ?? []) as never[] });
    }
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: 3 });
    case "integer": {
      const min = Math.max(schema.minimum ?? -5, -1000);
      return fc.integer({ min, max: Math.max(min, Math.min(schema.maximum ?? 100, 1000)) });
    }
    case "number":
      return fc.double({ min: -10, max: 1000, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "string":
      return fc.oneof(
        formats[schema.format ?? ""] ?? fc.string({ maxLength: 60 }),
        fc.constantFrom("IL", "61801", "tok_visa", "555-234-5678"),
      );
    default:
      return fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>;
  }
}

/** The call's path with each `{name}` filled in; ids are well-formed but belong to nobody. */
export function examplePath(call: Endpoint): string {
  return fullPath(call).replace(/\{(\w+)\}/g, (_, name: string) =>
    name === "n" ? "2" : name === "year" ? "2025" : newId(),
  );
}

/** One near-valid body of the call, different for each seed. */
export function exampleBody(call: Endpoint, seed: number): unknown {
  return call.body ? nearValidValues(call.body as z.core.$ZodType, 1, seed)[0] : undefined;
}

/** Values near to what a schema accepts. */
export const nearValidValues = (schema: z.core.$ZodType, count: number, seed: number): unknown[] =>
  fc.sample(nearValid(schema), { numRuns: count, seed });

/** A query near to what a call takes, with only what is sent as text. */
export function exampleQuery(call: Endpoint, seed: number): Record<string, string> {
  const values = call.query ? nearValidValues(call.query as z.core.$ZodType, 1, seed)[0] : {};
  return Object.fromEntries(
    Object.entries(values as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, String(value)] as const] : [],
    ),
  );
}

/** A multipart request: a file, or none, and text fields. */
export function multipart(
  file: { name: string; type: string; bytes: Uint8Array } | null,
  fields: Record<string, string> = {},
) {
  const boundary = "----calendula";
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  if (file) {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`;
    parts.push(Buffer.from(head), Buffer.from(file.bytes), Buffer.from("\r\n"));
  }
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}
