import { care } from "#contract/care/calls.ts";
import { fullPath, type Endpoint } from "#contract/http/endpoint.ts";
import { commonErrors, type ErrorCode } from "#contract/http/errors.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { teamDoctorCalls } from "#contract/staff/doctors.ts";
import { staffMemberCalls } from "#contract/staff/members.ts";
import { contractSchemas, nameOfRef, type ContractSchemas, type JsonSchema } from "#server/openapi/json-schemas.ts";
import { errorCodesOf } from "#server/platform/http/register-call.ts";

const calls: Readonly<Record<string, Endpoint>> = { ...care, ...integrations, ...staffMemberCalls, ...teamDoctorCalls };

/** Types of error codes that many calls share. */
const codeTypes: Readonly<Record<string, readonly ErrorCode[]>> = {
  AnyCallCode: [...commonErrors.all, ...commonErrors.clinic],
  KeyedCallCode: commonErrors.idempotency,
  UploadCode: commonErrors.upload,
};

/** The text of `client/src/calls.ts`: the types of the clinic's calls, free of the contract and of zod, and the table the client works by. */
export function generateClientCalls(): string {
  const schemas = contractSchemas(Object.values(calls));
  const lines = [
    "// The clinic's calls, written from the contract by `npm run types:client`.",
    "",
    ...Object.entries(codeTypes).map(([name, codes]) => `export type ${name} = ${union(codes.toSorted().map(quote))};`),
    "",
    ...Object.entries(schemas.named).map(([name, schema]) => declare(name, schema)),
    "/** What each call takes, answers, and can be refused with. */",
    "export interface Calls {",
    ...Object.entries(calls).flatMap(([name, call]) => [
      `  /** ${call.summary} */`,
      `  ${name}: {`,
      `    input: ${inputOf(call, schemas)};`,
      `    output: ${typeof call.ok === "string" ? "File" : print(schemas.partOf(call, "ok"))};`,
      `    code: ${codesOf(call)};`,
      "  };",
    ]),
    "}",
    "",
    "export type CallName = keyof Calls;",
    "",
    "/** Method and path; `key`: it takes an `Idempotency-Key`; `file`: it answers a file. */",
    "export const calls: { readonly [N in CallName]: string } = {",
    ...Object.entries(calls).map(([name, call]) => `  ${name}: ${quote(rowOf(call))},`),
    "};",
    "",
  ];
  return lines.join("\n");
}

function rowOf(call: Endpoint): string {
  if (call.retry !== undefined)
    throw new Error(
      `The client repeats what nobody answered, so it cannot have a call that must not be: ${call.summary}`,
    );
  return [call.method, fullPath(call), call.idempotency ? "key" : typeof call.ok === "string" ? "file" : ""]
    .join(" ")
    .trim();
}

function inputOf(call: Endpoint, schemas: ContractSchemas): string {
  const parts = (["params", "query", "body"] as const).flatMap((part) => {
    const schema = schemas.partOf(call, part);
    if (schema === undefined) return [];
    const mayBeLeftOut = part !== "params" && call[part]?._zod.optin === "optional";
    const isEmpty = part === "query" && (schema.required ?? []).length === 0;
    return [mayBeLeftOut || isEmpty ? `${part}?: ${union([print(schema), "undefined"])}` : `${part}: ${print(schema)}`];
  });
  if (call.upload) parts.push("file: Blob");
  return parts.length === 0 ? "Record<never, never>" : `{ ${parts.join("; ")} }`;
}

function codesOf(call: Endpoint): string {
  let codes = [...new Set(errorCodesOf(call))].toSorted();
  const types = Object.entries(codeTypes).filter(([, ofType]) => ofType.every((code) => codes.includes(code)));
  for (const [, ofType] of types) codes = codes.filter((code) => !ofType.includes(code));
  return union([...types.map(([name]) => name), ...codes.map(quote)]);
}

const declare = (name: string, schema: JsonSchema): string =>
  schema.properties
    ? `export interface ${name} {\n${fieldsOf(schema)
        .map((field) => `  ${field};\n`)
        .join("")}}\n`
    : `export type ${name} = ${print(schema)};\n`;

/** A JSON schema as a type. */
function print(schema: JsonSchema = {}): string {
  const name = nameOfRef(schema);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return quote(schema.const);
  if (schema.enum) return union(schema.enum.map(quote));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map(print));
  if (Array.isArray(schema.type)) return union(schema.type.map((type: string) => print({ ...schema, type })));
  switch (schema.type) {
    case "object":
      return printObject(schema);
    case "array":
      return `Array<${print(schema.items)}>`;
    case "integer":
      return "number";
    case "string":
    case "number":
    case "boolean":
    case "null":
      return schema.type;
    default:
      if (Object.keys(schema).length === 0) return "unknown";
      throw new Error(`No type for ${JSON.stringify(schema)}`);
  }
}

function printObject(schema: JsonSchema): string {
  if (typeof schema.additionalProperties === "object") return `Record<string, ${print(schema.additionalProperties)}>`;
  const fields = fieldsOf(schema);
  return fields.length === 0 ? "Record<string, never>" : `{ ${fields.join("; ")} }`;
}

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): string[] =>
  Object.entries(properties).map(([key, field]) =>
    required.includes(key) ? `${key}: ${print(field)}` : `${key}?: ${union([print(field), "undefined"])}`,
  );

const quote = (value: unknown): string => JSON.stringify(value);
const union = (types: readonly string[]): string => [...new Set(types)].join(" | ");
