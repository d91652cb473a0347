import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { handlers } from "#server/features.ts";
import { newId } from "#server/platform/ids.ts";
import { recordCallCoverage } from "#server/testing/call-coverage.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { multipart, exampleBody, examplePath } from "./testing/example-requests.ts";

/** Near-valid bodies tried for each call; others when it's repeated. */
const { numRuns: bodiesPerCall } = propertyRuns(10, 50);
const firstSeed = Number(process.env["PROPERTY_SEED"] ?? 1);
const implementedCalls = [...everyCall()].filter(({ feature, name }) => name in handlers[feature]);
/** The other fields of a multipart request, as text. */
const textFields = (body: unknown): Record<string, string> =>
  typeof body === "object" && body !== null
    ? Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
      )
    : {};

let server: TestServer;
let patient: TestPatient;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.newPatient();
});
afterAll(() => server.close());

describe("near-valid input is accepted or refused, and never causes a server error", () => {
  test.each(implementedCalls.map(({ feature, name, call }) => ({ title: `${feature}.${name}`, call })))(
    "$title",
    async ({ call, title }) => {
      // Without a body there is nothing to vary.
      const requests = call.body || call.upload ? bodiesPerCall : 1;
      for (let seed = firstSeed; seed < firstSeed + requests; seed += 1) {
        const body = exampleBody(call, seed);
        const upload = call.upload
          ? multipart(
              { name: "a.png", type: "image/png", bytes: Buffer.from(`not a picture ${seed}`) },
              textFields(body),
            )
          : null;
        const answer = await server.app.inject({
          method: call.method,
          url: examplePath(call),
          headers: {
            ...(call.access.caller === "clinic"
              ? { "x-api-key": testApiKey }
              : call.access.caller === "public"
                ? {}
                : { authorization: `Bearer ${patient.token}` }),
            ...(call.idempotency ? { "idempotency-key": newId() } : {}),
            ...(upload ? upload.headers : body === undefined ? {} : { "content-type": "application/json" }),
          },
          ...(upload ? { payload: upload.payload } : body === undefined ? {} : { payload: JSON.stringify(body) }),
        });
        recordCallCoverage(call, answer.statusCode);
        expect(
          answer.statusCode,
          `${title} with ${JSON.stringify(body)?.slice(0, 400)} answered ${answer.payload.slice(0, 300)}`,
        ).toBeLessThan(500);
        if (answer.statusCode >= 400)
          expect(answer.payload).not.toMatch(/\bat \/|node_modules|select |insert into|duplicate key/i);
        // One of the calls ends the patient's own session, so a new patient takes over.
        if (answer.statusCode === 401 || /signOut/i.test(title)) patient = await server.newPatient();
      }
    },
  );
  test("no call answered a code it does not declare", () => {
    expect(server.logged()).not.toContain("undeclared error code");
  });
});

test.each([
  ["no JSON", "{nope", 400],
  ["an array", "[]", 400],
  ["a deep nest", `${"[".repeat(5000)}${"]".repeat(5000)}`, 400],
  ["129 kB", JSON.stringify({ email: "a".repeat(129 * 1024) }), 413],
])("a body that is %s is refused", async (_, payload, status) => {
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/signin",
    headers: { "content-type": "application/json" },
    payload,
  });
  expect(answer.statusCode).toBe(status);
});
