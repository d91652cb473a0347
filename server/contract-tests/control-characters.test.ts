import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { everyCall } from "#contract/api.ts";
import { type Endpoint, fullPath } from "#contract/http/endpoint.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";

/*
 * Each text field of each call refuses or drops characters that nobody types: the one that ends a text, the one that begins a command of a terminal, the one that
 * turns text around so that a dose reads as another one, and half of a character. Asked of the schema of each field by itself, which costs no request.
 */

const hostile = { nothing: "\u0000", escape: "\u001b", "turned around": "\u202e", half: "\ud800" } as const;

/** Fields whose schema takes them, and why nothing comes of it. */
const exempt: readonly (readonly [RegExp, string])[] = [
  [/ body\.(new)?password$/u, "hashed as typed, and shown to nobody"],
  [/ (query|body)\.(nextpage|cursor)$/u, "opaque: what the server didn't make is refused, as below"],
  [/ body\.(answers\[\]\.)?(answer|answer\[\]|others)$/u, "the question's own rule refuses them: answer-rules.test.ts"],
  [/ body\.lines\[\]\.codes\[\]$/u, "a scanner types control characters between the parts of a code"],
  [/^onboarding\.(errorLog|event|networkLog|onboardingLog) /u, "of the specification: only fields on a list are kept"],
  [/^followup\.(serverEvent|triggerEvent) /u, "of the specification: only fields on a list are kept"],
  [
    /^account\.updateUser body\.(profileUrl|followup_code|pharmacy|timezone)/u,
    "sent back as it was read, and not kept",
  ],
  [/^account\.updateUser body\.email$/u, "sent back as it was read, and compared with what it was"],
  [
    /^account\.updateBillingAddress body\.billingaddress$/u,
    "with the shipping address, whatever it is isn't kept; otherwise each field has its own",
  ],
  [/^onboarding\.verifyIdentity body\.ssn$/u, "its nine digits are taken, and nothing is kept"],
  [/^staff\.saveDraft body\.text$/u, "shown to whoever writes it; sent, it's the field of that call"],
  [/^staff\.(provePasskey|addPasskey) body\.response/u, "verified as a whole"],
  [/^care\.(answerDispute|closeDay) body\.revision$/u, "compared with what was seen, and not kept"],
  [/^support\.searchArticles query\.q$/u, "compared with words of the help center"],
];
const isExempt = (field: string) => exempt.some(([fields]) => fields.test(field));

type Schema = z.core.$ZodType;
interface Field {
  readonly name: string;
  readonly schema: Schema;
}

/** The fields of a schema that may be text, each by its path: `a.b`, `a[]` of a list, `a{}` of a map. */
function textFields(schema: Schema, name: string, above: readonly Schema[] = []): Field[] {
  if (above.includes(schema)) return [];
  const def = schema._zod.def as unknown as Readonly<Record<string, unknown>> & { readonly type: string };
  const within = (inner: unknown, path: string) => textFields(inner as Schema, path, [...above, schema]);
  const field = (inner: unknown, path: string) => [{ name: path, schema: inner as Schema }, ...within(inner, path)];
  switch (def.type) {
    case "object":
      return Object.entries(def["shape"] as Record<string, Schema>).flatMap(([key, each]) =>
        field(each, `${name}.${key}`),
      );
    case "array":
      return field(def["element"], `${name}[]`);
    case "record":
      return field(def["valueType"], `${name}{}`);
    case "union":
      return (def["options"] as Schema[]).flatMap((each) => within(each, name));
    case "pipe":
      return [def["in"], def["out"]].flatMap((each) => within(each, name));
    case "optional":
    case "nullable":
    case "default":
      return within(def["innerType"], name);
    default:
      return [];
  }
}

/** What of the hostile comes through a field: only where no part of the field is refused does it count. */
function comesThrough({ schema }: Field): string[] {
  return Object.entries(hostile).flatMap(([kind, character]) =>
    [`a${character}b`, `12345678${character}9`, `${character}none`].some((text) => {
      const { success, data } = z.safeParse(schema, text);
      return success && typeof data === "string" && data.includes(character);
    })
      ? kind
      : [],
  );
}

const fields = [...everyCall()].flatMap(({ feature, name, call }) =>
  (["params", "query", "body"] as const).flatMap((part) => {
    const schema = call[part] as Schema | undefined;
    return schema ? textFields(schema, `${feature}.${name} ${part}`) : [];
  }),
);

describe("characters nobody types", () => {
  test("come through no text field of any call", () => {
    const open = fields
      .filter(({ name }) => !isExempt(name))
      .flatMap((each) => {
        const kinds = comesThrough(each);
        return kinds.length === 0 ? [] : `${each.name}: ${kinds.join(", ")}`;
      });
    expect([...new Set(open)]).toEqual([]);
    expect(fields.length).toBeGreaterThan(1000);
  });

  test("each field that is left out is one whose schema takes them", () => {
    const stale = exempt.filter(
      ([pattern]) => !fields.some((each) => pattern.test(each.name) && comesThrough(each).length > 0),
    );
    expect(stale.map(([pattern]) => pattern.source)).toEqual([]);
  });
});

describe("in an address", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.close());

  const texts = (call: Endpoint, part: "params" | "query") =>
    call[part]
      ? textFields(call[part] as Schema, "")
          .filter(({ name }) => /^\.\w+$/u.test(name))
          .map(({ name }) => name.slice(1))
      : [];
  const calls = [...everyCall()].filter(({ call }) => call.method === "GET" || call.params);

  test("none of them makes an error of ours", async () => {
    const patient = await server.newPatient();
    const failed: string[] = [];
    for (const { feature, name, call } of calls) {
      const params = [...new Set(texts(call, "params"))];
      const query = [...new Set(texts(call, "query"))];
      if (params.length + query.length === 0) continue;
      const path = fullPath(call).replace(/\{(\w+)\}/gu, (_, key: string) =>
        params.includes(key) && !/^(id|.*id)$/u.test(key) ? "a%00b" : key === "doctorid" ? "a%00b" : newId(),
      );
      const search = query.map((key) => `${key}=a%00b`).join("&");
      const { statusCode } = await server.app.inject({
        method: call.method,
        url: search === "" ? path : `${path}?${search}`,
        headers:
          call.access.caller === "clinic"
            ? { "x-api-key": testApiKey }
            : call.access.caller === "public"
              ? {}
              : { authorization: `Bearer ${patient.token}` },
      });
      if (statusCode >= 500) failed.push(`${feature}.${name} answered ${statusCode}`);
    }
    expect(failed).toEqual([]);
  });
});
