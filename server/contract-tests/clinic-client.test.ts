import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { care } from "#contract/care/calls.ts";
import { fullPath, type Endpoint } from "#contract/http/endpoint.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { acceptWaiting } from "../../client/examples/accept-waiting.ts";
import { receiveWebhook } from "../../client/examples/receive-webhook.ts";
import { refundDamaged } from "../../client/examples/refund-damaged.ts";
import {
  createClinicClient,
  isRefusal,
  type CallName,
  type CallOptions,
  type ClinicClient,
} from "../../client/src/index.ts";
import type { Placeholders } from "./testing/clinic-document-states.ts";
import { callOf, examplesOf, fillPlaceholders, type Example } from "./testing/clinic-document.ts";
import { fileOfForm, requestOf } from "./testing/documented-requests.ts";

const guide = "docs/clinic-integration.md";
const root = join(import.meta.dirname, "../..");
const examples = examplesOf(guide).flatMap((example) => {
  const documented = callOf(example);
  return documented ? [{ title: `${example.method} ${example.path}`, example, ...documented }] : [];
});

let server: TestServer;
let url: string;
let clinic: ClinicClient;
beforeAll(async () => {
  server = await startTestServer();
  url = await server.app.listen({ port: 0, host: "127.0.0.1" });
  clinic = createClinicClient({ url, apiKey: testApiKey });
});
afterAll(() => server.close());

/** Each example works on a server as it is written (`clinic-document.test.ts`), so a client that sends the same makes it work. */
describe("the clinic's client makes every call of the guide as it is written there", () => {
  let answers: AnsweringServer;
  beforeAll(async () => void (answers = await answeringServer()));
  afterAll(() => answers.close());

  test("and there is a call for each", () => expect(examples.length).toBeGreaterThanOrEqual(Object.keys(care).length));

  test.each(examples)("$title", async ({ example, name, call }) => {
    const { path, headers, body } = example;
    const placeholders = [path, ...Object.values(headers), body ?? ""].join(" ").matchAll(/\$([A-Z_]+)/g);
    const names = { ...Object.fromEntries([...placeholders].map(([, each]) => [each, newId()])), API_KEY: testApiKey };
    const request = requestOf(example, names);
    const asWritten: Readonly<Record<string, string | undefined>> = request.headers;
    const toAnswers = createClinicClient({ url: answers.url, apiKey: testApiKey, retries: 0 });
    const make = toAnswers[name.replace(/^(care|integrations|staff)\./, "") as CallName] as (
      input: object,
      options: CallOptions,
    ) => Promise<unknown>;
    const key = asWritten["idempotency-key"];
    answers.give(call.status ?? 200, example.answer);
    const answer = await make(inputOf(example, call, names), key === undefined ? {} : { key });
    if (example.answer === null) expect(await (answer as File).text()).toBe(fileOfAnswers);
    else expect(answer).toEqual(example.answer);
    const [sent] = answers.received();
    expect([sent?.method, addressOf(sent?.url ?? "")]).toEqual([request.method, addressOf(request.url)]);
    const documented = Object.keys(asWritten).filter((header) => header !== "content-type");
    const own = ["x-api-key", "idempotency-key", "x-emergency-seen"].filter(
      (header) => header in (sent?.headers ?? {}),
    );
    expect(own).toEqual(own.filter((header) => documented.includes(header)));
    for (const header of documented) expect([header, sent?.headers[header]]).toEqual([header, asWritten[header]]);
    const payload = "payload" in request ? request.payload : undefined;
    expect(await bodyOf(sent?.headers, sent?.body)).toEqual(await bodyOf(asWritten, payload));
  });
});

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
type AnsweringServer = Awaited<ReturnType<typeof answeringServer>>;
const fileOfAnswers = "bytes of a file";

/** A server that gives one answer, `null` a file, and knows what it was sent for it. */
async function answeringServer() {
  let [status, answer, received]: [number, unknown, Received[]] = [200, null, []];
  const listening = createServer(async (request, response) => {
    const { method, url: asked, headers } = request;
    received.push({ method, url: asked, headers, body: await buffer(request) });
    const attachment = { "content-type": "application/pdf", "content-disposition": 'attachment; filename="a.pdf"' };
    response.writeHead(status, answer === null ? attachment : { "content-type": "application/json" });
    response.end(answer === null ? fileOfAnswers : JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    give: (withStatus: number, given: unknown) => ([status, answer, received] = [withStatus, given, []]),
    received: () => received,
    async close() {
      listening.closeAllConnections();
      listening.close();
      await once(listening, "close");
    },
  };
}

const addressOf = (address: string) => {
  const { pathname, searchParams } = new URL(address, url);
  return [pathname, [...searchParams].toSorted(([one], [other]) => (one < other ? -1 : 1))];
};

/** What a body says: a JSON text, the parts of a form, or nothing. */
async function bodyOf({ "content-type": type = "" }: IncomingHttpHeaders = {}, body: string | Uint8Array = "") {
  if (body.length === 0) return null;
  if (!type.startsWith("multipart/")) return [type, JSON.parse(Buffer.from(body).toString()) as unknown];
  const parts = [...(await new Response(Buffer.from(body), { headers: { "content-type": type } }).formData())];
  return Promise.all(
    parts.map(async ([part, value]) =>
      typeof value === "string" ? [part, value] : [part, value.name, value.type, Buffer.from(await value.bytes())],
    ),
  );
}

/** What the client is given for an example that is written as a request. */
function inputOf({ path, body, formFields }: Example, call: Endpoint, names: Placeholders) {
  const { pathname, searchParams } = new URL(fillPlaceholders(path, names), url);
  const pattern = fullPath(call).replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const params = new RegExp(`^${pattern}$`).exec(pathname)?.groups;
  const fields = formFields.filter((part) => !part.startsWith("file=")).map((part) => part.split("="));
  const { bytes, name, type } = fileOfForm(formFields);
  return {
    ...(params ? { params } : {}),
    ...(searchParams.size > 0 ? { query: Object.fromEntries(searchParams) } : {}),
    ...(body === null ? {} : { body: JSON.parse(fillPlaceholders(body, names)) as unknown }),
    ...(formFields.length > 0
      ? { body: Object.fromEntries(fields) as unknown, file: new File([Buffer.from(bytes)], name, { type }) }
      : {}),
  };
}

describe("the client's own examples do what they say", () => {
  const written = readdirSync(join(root, "client/examples")).map((name) =>
    readFileSync(join(root, "client/examples", name), "utf8"),
  );

  test.each([guide, "client/README.md"])("those in %s are the ones that run here", (document) => {
    const blocks = [...readFileSync(join(root, document), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)].map(
      ([, code]) => code,
    );
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.filter((code) => !written.includes(code ?? ""))).toEqual([]);
  });

  test("connecting", async () => {
    vi.stubEnv("CALENDULA_URL", url);
    vi.stubEnv("API_KEY", testApiKey);
    try {
      const { clinic: connected } = await import("../../client/examples/connect.ts");
      expect((await connected.followupCodes()).items.length).toBeGreaterThan(0);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("accepting who waits, for a doctor; who lives elsewhere is left", async () => {
    const [rosa, zoe] = [await handedOver(server, "IA"), await handedOver(server, "TX")];
    const elsewhere = await acceptWaiting(clinic, "hanna_lindqvist");
    expect(elsewhere).toContain(zoe.id);
    expect(elsewhere).not.toContain(rosa.id);
    const statusOf = async (id: string) => (await clinic.patient({ params: { id } })).carestatus;
    expect([await statusOf(rosa.id), await statusOf(zoe.id)]).toEqual(["accepted", "incoming"]);
  });

  test("refunding once, however often the job runs", async () => {
    const { orderId } = await inCare(server);
    const run = () => refundDamaged(clinic, newTicket, orderId, 10.5);
    const newTicket = newId();
    expect([await run(), await run()]).toEqual(["refunded", "refunded"]);
    const { refunded } = await server.services.db
      .selectFrom("refund")
      .innerJoin("payment_intent", "payment_intent.id", "payment_intent_id")
      .select((row) => row.fn.countAll<string>().as("refunded"))
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(Number(refunded)).toBe(1);
    const unreachable = createClinicClient({ url: "http://127.0.0.1:1", apiKey: testApiKey, retries: 0 });
    expect(await refundDamaged(unreachable, newTicket, orderId, 10.5)).toBe("run again");
  });

  test("a webhook is taken with its id, and refused when its signature is wrong", async () => {
    const secret = `whsec_${Buffer.from("a secret of twenty-four!").toString("base64")}`;
    const taken: unknown[][] = [];
    const deliver = (id: string, by: string) => {
      const [at, body] = [new Date(), JSON.stringify({ type: "case.submitted" })];
      const headers = {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(by).sign(id, at, body),
      };
      const request = new Request("https://clinic.example/hooks", { method: "POST", headers, body });
      return receiveWebhook(request, secret, async (...given) => void taken.push(given));
    };
    const other = `whsec_${Buffer.from("another one of this size").toString("base64")}`;
    const statuses = [await deliver("1", secret), await deliver("2", other)];
    expect(statuses.map(({ status }) => status)).toEqual([204, 401]);
    expect(taken).toEqual([["1", { type: "case.submitted" }]]);
  });
});

test("a refusal of the server arrives with its code, its sentence and its request", async () => {
  const error = await clinic.patient({ params: { id: newId() } }).catch((thrown: unknown) => thrown);
  if (!isRefusal(error, "patient")) throw error;
  expect(error).toMatchObject({ code: "not_found", status: 404, message: "Not found" });
  expect(error.requestId).toMatch(/^[\w-]+$/);
  const stranger = createClinicClient({ url, apiKey: "another key of twenty-four characters" });
  await expect(stranger.patients()).rejects.toMatchObject({ code: "api_key_required", status: 401 });
});

test("pages of a list hold every patient once", async () => {
  const patients = await Promise.all(Array.from({ length: 55 }, () => server.newPatient()));
  const ids: string[] = [];
  for await (const { id } of clinic.items("patients")) ids.push(id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(patients.filter(({ id }) => !ids.includes(id))).toEqual([]);
});
