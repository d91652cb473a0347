import * as z from "zod/mini";
import { everyCall } from "#contract/api.ts";
import {
  clinicAccessOf,
  emergencySeenHeader,
  fullPath,
  idempotencyKeyPattern,
  type Endpoint,
} from "#contract/http/endpoint.ts";
import { scopesThatPermit } from "#contract/policy/policy.ts";
import { staffSessionCookie } from "#server/platform/http/cookies.ts";
import { errorCodesOf, securityOf } from "#server/platform/http/register-call.ts";
import clinicExamples from "./clinic-examples.json" with { type: "json" };
import { describeParameter, tagDescriptions } from "./descriptions.ts";
import { contractSchemas, type ContractSchemas, type JsonSchema } from "./json-schemas.ts";
import { problemSchema, refusalResponses, retryAfterHeader, type RefusalResponse } from "./refusals.ts";

export interface DocumentSettings {
  readonly title: string;
  readonly supportEmail: string;
  readonly url: string;
}

const keyParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "One key for one thing the caller means to do; a repeat with it is answered as the first time. Without one, the same request of the same caller within ten minutes counts as a repeat.",
  schema: { type: "string", pattern: idempotencyKeyPattern.source },
};

const emergencySeenParameter = {
  name: emergencySeenHeader,
  in: "header",
  required: false,
  description:
    "The ids of the patient's open emergencies that whoever decides has seen, with commas between them. While one is missing the call is refused with `emergency_open`, which lists them.",
  schema: { type: "string" },
};

/** The whole contract as OpenAPI 3.1. */
export function openApiDocument({ title, supportEmail, url }: DocumentSettings) {
  const calls = [...everyCall()];
  const schemas = contractSchemas(calls.map(({ call }) => call));
  const refusals = new Map(calls.map(({ call }) => [call, refusalResponses(errorCodesOf(call))]));
  const shared = sharedResponses([...refusals.values()].flatMap((responses) => [...responses.values()]));

  const paths: Record<string, Record<string, object>> = {};
  for (const { feature, name, call } of calls) {
    const operationId = `${feature}.${name}`;
    const responses = [...(refusals.get(call) ?? [])].map(([status, response]) => [status, shared.refTo(response)]);
    (paths[fullPath(call)] ??= {})[call.method.toLowerCase()] = {
      operationId,
      summary: call.summary,
      tags: [feature],
      security: securityOf(call),
      ...(call.access.caller === "clinic" ? { "x-scopes": scopesThatPermit(call.access.needs) } : {}),
      ...parametersOf(call, schemas),
      ...requestBodyOf(call, schemas, operationId),
      responses: { [call.status ?? 200]: successOf(call, schemas), ...(Object.fromEntries(responses) as object) },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `${title} API`,
      version: "1.0.0",
      description:
        "Every call of the patient app and of the practice's own system. A call is refused with a `Problem`, with one of the codes it declares. Fields may be added to answers: ignore those you do not know.",
      contact: { name: title, email: supportEmail },
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
    },
    servers: [{ url }],
    tags: Object.entries(tagDescriptions).map(([tag, description]) => ({ name: tag, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
        staffSession: { type: "apiKey", in: "cookie", name: staffSessionCookie },
      },
      parameters: { "Idempotency-Key": keyParameter, [emergencySeenHeader]: emergencySeenParameter },
      headers: { "Retry-After": retryAfterHeader },
      responses: shared.components,
      schemas: { Problem: problemSchema, ...schemas.named },
    },
  };
}

/** Refusals that several calls share, under the names of their codes while these are few. */
function sharedResponses(all: readonly RefusalResponse[]) {
  const uses = Map.groupBy(all, (response) => JSON.stringify(response));
  const codesOf = ({ description }: RefusalResponse) => [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code);
  const shared = [...uses.values()].flatMap(([response, ...more]) =>
    response && more.length > 0 && codesOf(response).length <= 4 ? [response] : [],
  );
  const nameOf = (response: RefusalResponse) => codesOf(response).join(".");
  const components = Object.fromEntries(shared.map((response) => [nameOf(response), response]));
  return {
    components,
    refTo: (response: RefusalResponse) =>
      nameOf(response) in components ? { $ref: `#/components/responses/${nameOf(response)}` } : response,
  };
}

function parametersOf(call: Endpoint, schemas: ContractSchemas) {
  const parameters = (["params", "query"] as const).flatMap((part) => {
    const { properties = {}, required = [] } = schemas.partOf(call, part) ?? {};
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: part === "params" ? "path" : "query",
      required: part === "params" || required.includes(name),
      description: describeParameter(call, name),
      schema,
    }));
  });
  const key = call.idempotency ? [{ $ref: "#/components/parameters/Idempotency-Key" }] : [];
  const seen = clinicAccessOf(call)?.decidesFor ? [{ $ref: `#/components/parameters/${emergencySeenHeader}` }] : [];
  const all = [...parameters, ...key, ...seen];
  return all.length > 0 ? { parameters: all } : {};
}

const examples: Readonly<Record<string, unknown>> = clinicExamples;

function requestBodyOf(call: Endpoint, schemas: ContractSchemas, operationId: string) {
  const schema = schemas.partOf(call, "body");
  if (call.upload)
    return { requestBody: { required: true, content: { "multipart/form-data": { schema: withFile(schema) } } } };
  if (call.body === undefined || schema === undefined) return {};
  const example = examples[operationId];
  return {
    requestBody: {
      required: !z.safeParse(call.body, undefined).success,
      content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } },
    },
  };
}

const withFile = (fields: JsonSchema = { type: "object" }): JsonSchema => ({
  ...fields,
  properties: { file: { type: "string", format: "binary", description: "The file" }, ...fields.properties },
  required: ["file", ...(fields.required ?? [])],
});

function successOf(call: Endpoint, schemas: ContractSchemas) {
  if (typeof call.ok !== "string")
    return { description: "Done", content: { "application/json": { schema: schemas.partOf(call, "ok") } } };
  // `application/octet-stream` in the contract is a file of any type; its own type is sent.
  const type = call.ok === "application/octet-stream" ? "*/*" : call.ok;
  return { description: "The file", content: { [type]: { schema: { type: "string", format: "binary" } } } };
}
