import { beforeAll, describe, expect, test } from "vitest";
import { bases } from "#contract/endpoint.ts";
import { specCalls } from "#contract/testing/spec-calls.ts";
import { api, everyCall } from "#contract/api.ts";
import { handlers } from "#server/rooms.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
}
interface Published {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly parameters?: Parameter[] }>>>
  >;
}

let server: TestServer;
let published: ReadonlySet<string>;
let document: Published;
const plain = (path: string) => path.replaceAll(/\{\w+\}/g, "{}");

beforeAll(async () => {
  server = await sharedTestServer();
  document = (await server.app.inject({ url: "/api/openapi.json" })).json<Published>();
  published = new Set(
    Object.entries(document.paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((verb) => `${verb.toUpperCase()} ${plain(path)}`),
    ),
  );
});

/** `VERB base path` as the spec writes it, as the server does. */
function served(line: string): string {
  const [verb = "", base = "", path = ""] = line.split(" ");
  return `${verb} ${plain(bases[base as keyof typeof bases] + path)}`;
}

describe("§7 the calls it makes, beside what the server publishes", () => {
  describe.each(Object.entries(specCalls))("%s", (_, lines) => {
    test.each(lines)("%s", (line) => expect(published).toContain(served(line)));
  });

  test("declares Idempotency-Key on the calls that take it and on no other, as one that may be left out", () => {
    const operations = Object.values(document.paths).flatMap((calls) => Object.values(calls));
    const headers = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter((parameter) => parameter.in === "header")
        .map(({ name, required = false }) => `${operationId} ${name} ${String(required)}`),
    );
    const keyed = [...everyCall()].filter(({ call }) => call.idempotency);
    expect(new Set(headers)).toEqual(new Set(keyed.map(({ room, name }) => `${room}.${name} Idempotency-Key false`)));
  });

  test("every call of the contract has a handler of its own", () => {
    const namesOf = (rooms: object) =>
      Object.fromEntries(Object.entries(rooms).map(([room, calls]) => [room, Object.keys(calls as object).toSorted()]));
    expect(namesOf(handlers)).toEqual(namesOf(api));
  });
});
