import { beforeAll, describe, expect, test } from "vitest";
import { api, everyCall } from "#contract/api.ts";
import { bases, clinicAccessOf } from "#contract/http/endpoint.ts";
import { specCalls } from "#contract/testing/spec-calls.ts";
import { handlers } from "#server/features.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}
interface Reference {
  readonly $ref?: string;
}
interface Published {
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly operationId: string; readonly parameters?: (Parameter & Reference)[] }>>
    >
  >;
}

let server: TestServer;
let publishedCalls: ReadonlySet<string>;
let openApiDocument: Published;
const withoutParamNames = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");

beforeAll(async () => {
  server = await sharedTestServer();
  openApiDocument = (await server.app.inject({ url: "/api/openapi.json" })).json<Published>();
  publishedCalls = new Set(
    Object.entries(openApiDocument.paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((verb) => `${verb.toUpperCase()} ${withoutParamNames(path)}`),
    ),
  );
});

/** `VERB base path` of the spec, in the form the server publishes. */
function asServed(line: string): string {
  const [verb = "", base = "", path = ""] = line.split(" ");
  return `${verb} ${withoutParamNames(bases[base as keyof typeof bases] + path)}`;
}

describe("§7 the calls of the spec are among those the server publishes", () => {
  describe.each(Object.entries(specCalls))("%s", (_, lines) => {
    test.each(lines)("%s", (line) => expect(publishedCalls).toContain(asServed(line)));
  });

  test("declares Idempotency-Key and the emergencies seen, as optional, on the calls that take them and on no other", () => {
    const operations = Object.values(openApiDocument.paths).flatMap((calls) => Object.values(calls));
    const headers = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .map((parameter) => openApiDocument.components.parameters[parameter.$ref?.split("/").at(-1) ?? ""] ?? parameter)
        .filter((parameter) => parameter.in === "header")
        .map(({ name, required = false }) => `${operationId} ${name} ${String(required)}`),
    );
    const taken = [...everyCall()].flatMap(({ feature, name, call }) => [
      ...(call.idempotency ? [`${feature}.${name} Idempotency-Key false`] : []),
      ...(clinicAccessOf(call)?.decidesFor ? [`${feature}.${name} x-emergency-seen false`] : []),
    ]);
    expect(new Set(headers)).toEqual(new Set(taken));
  });

  test("every call of the contract has a handler of its own", () => {
    const namesOf = (features: object) =>
      Object.fromEntries(
        Object.entries(features).map(([feature, calls]) => [feature, Object.keys(calls as object).toSorted()]),
      );
    expect(namesOf(handlers)).toEqual(namesOf(api));
  });
});
