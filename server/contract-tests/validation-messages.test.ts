import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import type { Problem } from "#contract/http/errors.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { multipart, exampleBody, examplePath } from "./testing/example-requests.ts";

/** Words of schemas and of the schema library, which say nothing to a patient. */
const schemaWords =
  /invalid (input|option|string|key|element|date|uuid)|expected|received|undefined|\bnull\b|\bNaN\b|^required\W*$|unrecognized|too (small|big)|must (match|be)|\bregex\b|pattern|boolean|\bstring\b|\bobject\b|\barray\b|[{}[\]<>]/i;

let server: TestServer;
let patient: TestPatient;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.newPatient();
});
afterAll(() => server.close());

/** No body, an empty one, one with every field empty or of a wrong type, and for each field a body without it. */
function incompleteBodies(call: Endpoint): unknown[] {
  const schema = z.toJSONSchema(call.body as z.core.$ZodType, { io: "input", unrepresentable: "any" });
  const names = [
    ...new Set([schema, ...(schema.oneOf ?? [])].flatMap(({ properties = {} }) => Object.keys(properties))),
  ];
  const allFields = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const completeBody = exampleBody(call, 1);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(Object(completeBody) as object).filter(([key]) => key !== name));
  return [
    undefined,
    null,
    [],
    {},
    { nobodyasked: 1 },
    allFields(""),
    allFields(null),
    allFields(-3.5),
    allFields({}),
    ...names.map(without),
  ];
}

function send(call: Endpoint, body: unknown) {
  const upload = call.upload
    ? multipart({ name: "a.png", type: "image/png", bytes: Buffer.from("no picture") }, body ? { kind: "" } : {})
    : null;
  const type = upload ? upload.headers : body === undefined ? {} : { "content-type": "application/json" };
  return server.app.inject({
    method: call.method,
    url: examplePath(call),
    headers: {
      ...(call.access.caller === "clinic" ? { "x-api-key": testApiKey } : {}),
      ...(call.access.caller === "patient" || call.access.caller === "optional"
        ? { authorization: `Bearer ${patient.token}` }
        : {}),
      ...(call.idempotency ? { "idempotency-key": newId() } : {}),
      ...type,
    },
    ...(upload ? { payload: upload.payload } : body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

describe("whatever is left out of a call, the complaint is a sentence written for the patient", () => {
  test.each(
    [...everyCall()]
      .filter(({ call }) => call.body)
      .map(({ feature, name, call }) => ({ title: `${feature}.${name}`, call })),
  )("$title", async ({ call, title }) => {
    for (const body of incompleteBodies(call)) {
      const answer = await send(call, body);
      if (answer.statusCode === 401 || /signOut/i.test(title)) patient = await server.newPatient();
      if (answer.statusCode < 400) continue;
      const { message, details } = answer.json<Problem>();
      for (const sentence of [message, ...(details?.fields ?? []).map((field) => field.message)]) {
        const sent = JSON.stringify(body)?.slice(0, 300);
        expect(sentence, `${title} with ${sent}`).toMatch(/^[A-Z].*\w/s);
        expect(sentence, `${title} with ${sent}`).not.toMatch(schemaWords);
      }
    }
  });
});
