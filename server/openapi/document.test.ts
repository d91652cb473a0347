import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { everyCall } from "#contract/api.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { errorStatus, type ErrorCode } from "#contract/http/errors.ts";
import { callOf, examplesOf } from "#server/contract-tests/testing/clinic-document.ts";
import { errorCodesOf } from "#server/platform/http/register-call.ts";
import { openApiDocument } from "./document.ts";
import { namedSchemas } from "./named-schemas.ts";

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly description?: string; readonly $ref?: string }[];
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}
interface Response {
  readonly headers?: object;
  readonly content: {
    readonly "application/json": {
      readonly schema: {
        readonly allOf?: readonly { readonly properties?: { readonly code: { readonly enum: ErrorCode[] } } }[];
      };
    };
  };
}

const root = join(import.meta.dirname, "../..");
const settings = { title: "Calendula", supportEmail: "support@calendula.org", url: "https://app.calendula.org" };
/** As it is served. */
const document = JSON.parse(JSON.stringify(openApiDocument(settings))) as ReturnType<typeof openApiDocument>;
const calls = [...everyCall()].map(({ feature, name, call }) => ({ id: `${feature}.${name}`, call }));
const published = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, operation })),
);
const operations = new Map(published.map(({ operation }) => [operation.operationId, operation]));

/** What a reference leads to. */
function resolve<T>(value: { readonly $ref?: string }): T {
  const path = value.$ref?.replace("#/", "").split("/") ?? [];
  return path.reduce((at: unknown, key) => (at as Record<string, unknown>)[key], value.$ref ? document : value) as T;
}

describe("every refusal is declared", () => {
  test.each(calls)("$id: under its status, with exactly its codes", ({ id, call }) => {
    const responses = Object.entries(operations.get(id)?.responses ?? {}).filter(([status]) => status >= "400");
    const declared = responses.flatMap(([status, response]) => {
      const { schema } = resolve<Response>(response).content["application/json"];
      const codes = schema.allOf?.flatMap(({ properties }) => properties?.code.enum ?? []) ?? [];
      return codes.map((code) => `${status} ${code}`);
    });
    const answered = new Set(errorCodesOf(call).map((code) => `${errorStatus(code)} ${code}`));
    expect(declared.toSorted()).toEqual([...answered].toSorted());
  });

  test.each(calls)("$id: 429 and 503 say when to come back, the others do not", ({ id }) => {
    for (const [status, response] of Object.entries(operations.get(id)?.responses ?? {}))
      expect([status, resolve<Response>(response).headers !== undefined]).toEqual([
        status,
        ["429", "503"].includes(status),
      ]);
  });
});

test("every call is in the document under its method and path, with every parameter described", () => {
  expect(published.map(({ at, operation }) => `${operation.operationId} ${at}`).toSorted()).toEqual(
    calls.map(({ id, call }) => `${id} ${call.method} ${fullPath(call)}`).toSorted(),
  );
  const parameters = [...operations].flatMap(([id, { parameters: ofCall = [] }]) =>
    ofCall.map((parameter) => {
      const { name, description } = resolve<{ name: string; description?: string }>(parameter);
      return { name: `${id} ${name}`, description };
    }),
  );
  expect(parameters.length).toBeGreaterThan(100);
  expect(parameters.filter(({ description }) => !description)).toEqual([]);
});

test("every reference leads somewhere", () => {
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, $ref = ""]) => $ref);
  expect(refs.length).toBeGreaterThan(500);
  expect([...new Set(refs)].filter(($ref) => resolve({ $ref }) === undefined)).toEqual([]);
});

test("an object that several calls or schemas contain has a name", () => {
  const names = new Map<z.core.$ZodType, string>(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]));
  const usersOf = new Map<z.core.$ZodType, Set<string>>();
  const visit = (schema: z.core.$ZodType, user: string) => {
    const { type, shape, element, innerType, options } = schema._zod.def as unknown as {
      readonly type: string;
      readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
      readonly element?: z.core.$ZodType;
      readonly innerType?: z.core.$ZodType;
      readonly options?: readonly z.core.$ZodType[];
    };
    const own = names.get(schema) ?? user;
    if (type === "object") {
      const users = usersOf.get(schema) ?? new Set();
      usersOf.set(schema, users.add(user));
      if (users.size > 1) return;
    }
    for (const [field, inner] of Object.entries(shape ?? {})) visit(inner, `${own}.${field}`);
    for (const inner of [element, innerType, ...(options ?? [])]) if (inner) visit(inner, own);
  };
  for (const { id, call } of calls) {
    if (typeof call.ok !== "string") visit(call.ok, id);
    for (const field of Object.values(
      (call.body?._zod.def as { shape?: Record<string, z.core.$ZodType> })?.shape ?? {},
    ))
      visit(field, `${id} body`);
  }
  const nameless = [...usersOf].filter(([schema, users]) => users.size > 1 && !names.has(schema));
  expect(nameless.map(([, users]) => [...users])).toEqual([]);
  expect([...names.values()]).toEqual(Object.keys(namedSchemas));
});

test("answers may gain fields: no answer's object is closed", () => {
  for (const [name, { responses }] of operations)
    for (const [status, response] of Object.entries(responses))
      expect([name, status, JSON.stringify(resolve(response))]).not.toEqual([
        name,
        status,
        expect.stringContaining('"additionalProperties":false'),
      ]);
});

test("the clinic's calls have the guide's bodies as examples", () => {
  const bodies = examplesOf("docs/clinic-integration.md").flatMap((example) =>
    example.body === null || /\$[A-Z]/.test(example.body) || example.body === "{}"
      ? []
      : [[callOf(example)?.name ?? "", JSON.parse(example.body) as unknown] as const],
  );
  const examples = Object.fromEntries(bodies);
  const file = join(import.meta.dirname, "clinic-examples.json");
  if (process.env["EXAMPLES"] === "write") writeFileSync(file, `${JSON.stringify(examples, null, 2)}\n`);
  expect(
    JSON.parse(readFileSync(file, "utf8")),
    "EXAMPLES=write copies the guide's bodies into server/openapi/clinic-examples.json",
  ).toEqual(examples);
  for (const { id, call } of calls)
    if (id in examples) expect([id, z.safeParse(call.body ?? z.never(), examples[id]).success]).toEqual([id, true]);
});

test("the linter has nothing to say", async () => {
  const folder = mkdtempSync(join(tmpdir(), "calendula-openapi-"));
  try {
    const file = join(folder, "openapi.json");
    writeFileSync(file, JSON.stringify(document));
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [
        join(root, "node_modules/@redocly/cli/bin/cli.js"),
        ...["lint", file, "--config", join(import.meta.dirname, "redocly.yaml"), "--format", "json"],
      ],
      { cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
    ).catch((error: { stdout: string; stderr: string }) => error);
    const { totals, problems } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
      totals: object;
      problems: { ruleId: string; message: string }[];
    };
    expect([stderr, problems.slice(0, 20).map(({ ruleId, message }) => `${ruleId}: ${message}`)]).toEqual([
      expect.anything(),
      [],
    ]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
