import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { contractSchemas, type JsonSchema, nameOfRef } from "#server/openapi/json-schemas.ts";

/** A field without parts: the schema that names it, or the call, and its path there. */
export interface AnswerField {
  readonly schema: string;
  readonly path: string;
}

const schemas = contractSchemas([...everyCall()].map(({ call }) => call));

/** Every field an answer of this call can have, as often as the call can show it; `value` for the whole of a named text or number. */
export const fieldsOf = (name: string, call: Endpoint): readonly AnswerField[] =>
  typeof call.ok === "string"
    ? [{ schema: name, path: "file" }]
    : [...fieldsIn(schemas.partOf(call, "ok") ?? {}, name, "")];

/** The fields that an answer has, each as often as it has them; null is none. */
export const fieldsShown = (name: string, call: Endpoint, answer: unknown): readonly AnswerField[] =>
  typeof call.ok === "string"
    ? [{ schema: name, path: "file" }]
    : [...fieldsIn(schemas.partOf(call, "ok") ?? {}, name, "", { answer })];

function* fieldsIn(
  schema: JsonSchema,
  place: string,
  path: string,
  shown?: { readonly answer: unknown },
): Iterable<AnswerField> {
  if (shown && (shown.answer === null || shown.answer === undefined)) return;
  const name = nameOfRef(schema);
  if (name !== undefined) return yield* fieldsIn(schemas.named[name] ?? {}, name, "", shown);
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (alternatives) {
    for (const each of alternatives) if (each.type !== "null") yield* fieldsIn(each, place, path, shown);
    return;
  }
  if (schema.items) {
    const items = shown ? (Array.isArray(shown.answer) ? (shown.answer as unknown[]) : []) : [undefined];
    for (const answer of items) yield* fieldsIn(schema.items, place, path, shown ? { answer } : undefined);
    return;
  }
  if (!schema.properties) return yield { schema: place, path: path === "" ? "value" : path };
  for (const [key, part] of Object.entries(schema.properties)) {
    const answer = (shown?.answer as Readonly<Record<string, unknown>> | undefined)?.[key];
    yield* fieldsIn(part, place, path === "" ? key : `${path}.${key}`, shown ? { answer } : undefined);
  }
}
