import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClinicClient, isRefusal, NoAnswer, Refusal, type ClinicClientOptions } from "./index.ts";

const url = "https://app.example.com";
const params = { id: "0198c2f6-0000-7000-8000-000000000001" };
const shipped = { params, body: { carrier: "Meadow Post", trackingnumber: "MP1" } };

type Answer = Response | Error;
interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly at: number;
}

/** A client whose server gives these answers, one after the other, and what it was sent. */
function clientWith(answers: readonly Answer[], options: Partial<ClinicClientOptions> = {}) {
  const sent: Sent[] = [];
  const left = [...answers];
  const fetch: ClinicClientOptions["fetch"] = async (target, init = {}) => {
    init.signal?.throwIfAborted();
    const { method = "GET", body } = init;
    sent.push({ url: new Request(target).url, method, headers: new Headers(init.headers), body, at: Date.now() });
    const answer = left.shift();
    if (!answer) throw new Error("asked too often");
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { clinic: createClinicClient({ url, apiKey: "secret", fetch, ...options }), sent };
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ message: "No.", code }, status, headers);
const broken = () => new TypeError("fetch failed");

/** The outcome of a call, with its waiting passed over. */
async function settle<T>(call: Promise<T>): Promise<T | Error> {
  const outcome = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a request", () => {
  test("has the path's values, query, body, key and the practice's key", async () => {
    const { clinic, sent } = clientWith([json({ items: [], nextpage: null }), json({ order: {} })], { url: `${url}/` });
    await clinic.orders({ query: { status: "ready", nextpage: undefined } });
    await clinic.refundOrder(
      { params: { id: "a/b?c" }, body: { amount: 10.5, reason: "Damaged" } },
      { key: "my-key-1" },
    );
    expect(sent[0]).toMatchObject({ url: `${url}/api/clinic/order?status=ready`, method: "GET", body: undefined });
    expect(sent[0]?.headers.get("x-api-key")).toBe("secret");
    expect(sent[0]?.headers.has("idempotency-key")).toBe(false);
    expect(sent[1]).toMatchObject({ url: `${url}/api/clinic/order/a%2Fb%3Fc/refund`, method: "POST" });
    expect(sent[1]?.headers.get("idempotency-key")).toBe("my-key-1");
    expect(sent[1]?.body).toBe('{"amount":10.5,"reason":"Damaged"}');
  });

  test.each(["", ".", ".."])("is not made for the id %j, which would lead to another call", async (id) => {
    const { clinic, sent } = clientWith([]);
    expect(await settle(clinic.patient({ params: { id } }))).toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
  });

  test("of a file is a form with its name and fields, and a file is answered with its name and type", async () => {
    const photo = new Response("JPEG", {
      headers: { "content-type": "image/jpeg", "content-disposition": 'attachment; filename="id.jpg"' },
    });
    const { clinic, sent } = clientWith([json({ id: "m" }, 201), photo]);
    const file = new File(["%PDF"], "letter.pdf", { type: "application/pdf" });
    await clinic.sendMessageAttachment({ params, body: { message: "The leaflet", clientid: undefined }, file });
    const form = sent[0]?.body as FormData;
    expect([...form.keys()]).toEqual(["message", "file"]);
    expect(form.get("file")).toMatchObject({ name: "letter.pdf", type: "application/pdf" });
    const answer = await clinic.photo({ params: { ...params, photoid: "p" } });
    expect([answer.name, answer.type, await answer.text()]).toEqual(["id.jpg", "image/jpeg", "JPEG"]);
  });

  test.each([
    ["no key", { apiKey: "" }],
    ["an address without TLS", { url: "http://app.example.com" }],
    ["no address", { url: "app.example.com" }],
  ])("is never made with %s", (_, options) => {
    expect(() => clientWith([], options)).toThrow(TypeError);
  });

  test("may go without TLS to this machine, or where that is allowed", () => {
    expect(() => clientWith([], { url: "http://localhost:3000" })).not.toThrow();
    expect(() => clientWith([], { url: "http://calendula:3000", allowHttp: true })).not.toThrow();
  });

  test("is never made by a page, whose visitors could read the key", () => {
    vi.stubGlobal("document", {});
    try {
      expect(() => clientWith([])).toThrow(TypeError);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe("a call is made again", () => {
  test.each([
    ["nobody answered", broken()],
    ["the server is not available", refused(503, "unavailable", { "retry-after": "5" })],
    ["there were too many requests", refused(429, "rate_limited", { "retry-after": "5" })],
    ["an earlier attempt is still at work", refused(409, "in_flight")],
    ["a proxy could not reach it", new Response("<html>", { status: 502 })],
  ])("with the same key when %s", async (_, answer) => {
    const { clinic, sent } = clientWith([answer, json({ order: { id: "o" } })]);
    expect(await settle(clinic.refundOrder({ params, body: { reason: "Damaged" } }))).toEqual({ order: { id: "o" } });
    const [first, second] = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[\x21-\x7e]{8,128}$/);
    expect(second).toBe(first);
  });

  test("and another call of the same kind has another key", async () => {
    const { clinic, sent } = clientWith([json({}), json({})]);
    for (const body of [{ reason: "One" }, { reason: "Two" }]) await clinic.refundOrder({ params, body });
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(2);
  });

  test("with the whole file", async () => {
    const { clinic, sent } = clientWith([broken(), json({ id: "m" }, 201)]);
    await settle(clinic.sendMessageAttachment({ params, body: {}, file: new Blob(["%PDF"]) }));
    for (const { body } of sent) expect(await ((body as FormData).get("file") as File).text()).toBe("%PDF");
    expect(sent).toHaveLength(2);
  });

  test.each([
    ["seconds", () => "7"],
    ["a date", () => new Date(Date.now() + 7000).toUTCString()],
  ])("not before Retry-After is over, given as %s", async (_, retryAfter) => {
    vi.setSystemTime(new Date("2026-05-01T10:00:00.000Z"));
    const { clinic, sent } = clientWith([refused(429, "rate_limited", { "retry-after": retryAfter() }), json({})]);
    await settle(clinic.patient({ params }));
    const waited = (sent[1]?.at ?? 0) - (sent[0]?.at ?? 0);
    expect(waited).toBeGreaterThanOrEqual(7000);
    expect(waited).toBeLessThanOrEqual(8000);
  });

  test("later each time, and at most as often as said", async () => {
    const { clinic, sent } = clientWith([broken(), broken(), broken()], { retries: 2 });
    const error = await settle(clinic.patient({ params }));
    expect(error).toBeInstanceOf(NoAnswer);
    expect(sent).toHaveLength(3);
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(500);
    expect((sent[2]?.at ?? 0) - (sent[1]?.at ?? 0)).toBeGreaterThanOrEqual(1000);
  });
});

describe("a call is not made again", () => {
  test.each([
    [401, "api_key_required"],
    [404, "not_found"],
    [409, "wrong_state"],
    [422, "idempotency_mismatch"],
    [500, "internal"],
  ])("after %i %s", async (status, code) => {
    const { clinic, sent } = clientWith([refused(status, code)]);
    const error = await settle(clinic.approvePlan({ params }));
    expect(error).toMatchObject({ name: "Refusal", call: "approvePlan", status, code, message: "No." });
    expect(sent).toHaveLength(1);
  });

  test("after a Retry-After that is longer than it waits, which it tells", async () => {
    const { clinic, sent } = clientWith([refused(429, "rate_limited", { "retry-after": "3600" })]);
    expect(await settle(clinic.patient({ params }))).toMatchObject({ code: "rate_limited", retryAfter: 3600 });
    expect(sent).toHaveLength(1);
  });

  test.each([
    ["leads elsewhere", () => new Response(null, { status: 302, headers: { location: "https://evil.example" } })],
    ["is a page", () => new Response("<html>Sign in", { status: 200 })],
  ])("after an answer that %s", async (_, answer) => {
    const { clinic, sent } = clientWith([answer()]);
    expect(
      await settle(clinic.stopPrescription({ params, body: { reason: "DVT", message: "Please stop." } })),
    ).toBeInstanceOf(NoAnswer);
    expect(sent).toHaveLength(1);
  });

  test("once its signal is aborted: before, or while it waits", async () => {
    const { clinic, sent } = clientWith([broken(), json({})]);
    await expect(clinic.patient({ params }, { signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
    const controller = new AbortController();
    const call = clinic.patient({ params }, { signal: controller.signal });
    const outcome = expect(call).rejects.toBe("closing");
    await vi.advanceTimersByTimeAsync(100);
    controller.abort("closing");
    await outcome;
    expect(sent).toHaveLength(1);
  });
});

test.each([
  ["what nobody answered", [broken()]],
  [
    "what was refused for now, though an earlier attempt may have been carried out",
    [broken(), refused(503, "unavailable")],
  ],
])("%s says with which key it can be made again", async (_, answers) => {
  const { clinic, sent } = clientWith(answers, { retries: answers.length - 1 });
  const error = await settle(clinic.refundOrder({ params, body: { reason: "Damaged" } }));
  expect(error).toMatchObject({ call: "refundOrder", key: sent[0]?.headers.get("idempotency-key") });
});

test("an attempt ends when it takes too long", async () => {
  vi.useRealTimers();
  const fetch = (_: unknown, { signal }: RequestInit = {}) =>
    new Promise<Response>((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const clinic = createClinicClient({ url, apiKey: "secret", fetch, timeoutMs: 20, retries: 0 });
  await expect(clinic.patient({ params })).rejects.toMatchObject({ cause: { name: "TimeoutError" } });
});

test("the fields of a 400, and the request's id", async () => {
  const details = { fields: [{ path: "carrier", message: "Please name the carrier." }] };
  const { clinic } = clientWith([
    json({ message: "No.", code: "bad_request", details }, 400, { "x-request-id": "r1" }),
  ]);
  const error = await settle(clinic.shipOrder(shipped));
  expect(isRefusal(error) && error.details?.fields).toEqual(details.fields);
  expect(error).toMatchObject({ requestId: "r1" });
});

describe("pages", () => {
  test("follow nextpage until there is none", async () => {
    const { clinic, sent } = clientWith([
      json({ items: [{ id: "1" }, { id: "2" }], nextpage: "a&b" }),
      json({ items: [], nextpage: "c" }),
      json({ items: [{ id: "3" }], nextpage: null }),
    ]);
    const ids: string[] = [];
    for await (const { id } of clinic.items("cases", { query: { status: "accepted" } })) ids.push(id);
    expect(ids).toEqual(["1", "2", "3"]);
    expect(sent.map((each) => new URL(each.url).search)).toEqual([
      "?status=accepted",
      "?status=accepted&nextpage=a%26b",
      "?status=accepted&nextpage=c",
    ]);
  });

  test("follow a cursor where a list has one, and fetch no page that nobody asks for", async () => {
    const { clinic, sent } = clientWith([json({ items: [], cursor: "x" }), json({ items: [], cursor: "y" })]);
    let pages = 0;
    for await (const page of clinic.pages("messages", { params })) {
      expect(page.items).toEqual([]);
      pages += 1;
      if (pages === 2) break;
    }
    expect(new URL(sent[1]?.url ?? "").search).toBe("?cursor=x");
    expect(sent).toHaveLength(2);
  });
});

describe("types", () => {
  test("a refusal has the codes of its call, and no others", () => {
    const error: unknown = new Refusal("shipOrder", new Response(null, { status: 409 }), {
      message: "",
      code: "wrong_state",
    });
    expect(isRefusal(error, "refundOrder")).toBe(false);
    if (!isRefusal(error, "shipOrder")) throw error;
    expect(error.code === "prescription_needed").toBe(false);
    // @ts-expect-error shipping an order asks no card
    expect(error.code === "card_declined").toBe(false);
    // @ts-expect-error it takes no idempotency key
    expect(error.code === "idempotency_mismatch").toBe(false);
  });

  test("what a call takes is checked", () => {
    const misuses = (clinic: ReturnType<typeof createClinicClient>) => [
      // @ts-expect-error the tracking number is missing
      clinic.shipOrder({ params, body: { carrier: "Meadow Post" } }),
      // @ts-expect-error there is no such status
      clinic.orders({ query: { status: "lost" } }),
      // @ts-expect-error an id is needed
      clinic.patient(),
      // @ts-expect-error one patient is no list
      clinic.pages("patient", { params }),
      // @ts-expect-error there is no such call
      clinic.deletePatient({ params }),
    ];
    expect(misuses).toBeTypeOf("function");
  });

  test("what a call answers is known", () => {
    const uses = async (clinic: ReturnType<typeof createClinicClient>) => {
      const { prescriptions = [] } = await clinic.patient({ params });
      const statuses: ("active" | "on_hold" | "stopped" | "replaced" | "ended" | "wrong_patient")[] = prescriptions.map(
        ({ status }) => status,
      );
      // @ts-expect-error a status is not any text
      const isGone = prescriptions.some(({ status }) => status === "gone");
      for await (const { patient } of clinic.items("emergencies")) statuses.push(patient?.id as never);
      return [statuses, isGone];
    };
    expect(uses).toBeTypeOf("function");
  });
});
