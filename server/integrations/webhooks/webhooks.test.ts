import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { integrations } from "#contract/integrations/calls.ts";
import type { ClinicEventType } from "#contract/integrations/events.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { coverEveryRow } from "#server/testing/outside-rows.ts";
import { httpAnswer, openRawServer, type RawServer } from "#server/testing/raw-server.ts";
import { deliverDue, startWebhooks } from "./deliver.ts";
import { webhookTable } from "./webhook-answers.ts";

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: TestServer;
let practice: Server;
let received: Received[] = [];
/** Answers that do not come. */
const held: ServerResponse[] = [];
/** What the practice's system answers at a path: 200 unless it is here; 503 asks for a minute; 0 never answers. */
const answers = new Map<string, number>();
const hour = 3_600_000;

beforeAll(async () => {
  server = await startTestServer();
  practice = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body });
      const status = answers.get(path) ?? 200;
      if (status > 0) response.writeHead(status, status === 503 ? { "retry-after": "60" } : {}).end();
      else held.push(response);
    });
  });
  await new Promise<void>((resolve) => void practice.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  practice.closeAllConnections();
  practice.close();
  await server.close();
});
beforeEach(() => {
  received = [];
  answers.clear();
  server.clock.setOffset(0);
});
afterEach(async () => {
  await server.services.db.deleteFrom("webhook_endpoint").execute();
});

const url = (path: string) => `http://127.0.0.1:${(practice.address() as AddressInfo).port}${path}`;
const deliver = () => deliverDue(server.services, { timeoutMs: 60_000 });
const receivedAt = (path: string) => received.filter((each) => each.path === path);
const idsAt = (path: string) => receivedAt(path).map(({ headers }) => headers["webhook-id"]);

async function endpointAt(path: string, types?: readonly ClinicEventType[]) {
  const body = { url: url(path), ...(types ? { types: [...types] } : {}) };
  const { ok, raw, status } = await server.call(integrations.createWebhook, { body }, { apiKey });
  if (status !== 201) throw new Error(raw.payload);
  return { id: ok.webhook.id, secret: ok.secret };
}
/** Something that happened; its id. */
async function happens(type: ClinicEventType = "order.paid"): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into clinic_event (type, patient_id, object_kind, object_id, at)
    values (${type}, ${newId()}, 'order', ${newId()}, clock_timestamp()) returning id`.execute(server.services.db);
  return rows[0]?.id ?? "";
}
const seen = async (id: string) =>
  (await server.call(integrations.webhooks, {}, { apiKey })).ok.items.find((each) => each.id === id);
const deliveries = async (id: string, status?: "waiting" | "delivered" | "failed") =>
  (await server.call(integrations.webhookDeliveries, { params: { id }, query: status ? { status } : {} }, { apiKey }))
    .ok.items;
const mailsTo = async () => {
  await server.jobs.drain();
  return (await server.mailbox.list(server.services.content.brand.supportemail)).map(({ subject }) => subject);
};

describe("decisions §11 an event is sent in the format of Standard Webhooks", () => {
  it("signed so that the library `standardwebhooks` verifies it, with type and ids only", async () => {
    const { secret } = await endpointAt("/a");
    const event = await happens();
    await deliver();
    const [request] = receivedAt("/a");
    const verified = new Webhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>);
    expect(verified).toEqual({
      type: "order.paid",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: { patientid: expect.stringMatching(/^[0-9a-f-]{36}$/), object: { kind: "order", id: expect.any(String) } },
    });
    expect(request?.headers["webhook-id"]).toBe(event);
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString("base64")}`);
    expect(() => other.verify(request?.body ?? "", request?.headers as Record<string, string>)).toThrow();
    await deliver();
    expect(receivedAt("/a")).toHaveLength(1);
  });

  it("to each endpoint that takes its type, from the moment it was made", async () => {
    await happens();
    await endpointAt("/all");
    await endpointAt("/paid", ["order.paid"]);
    const [paid, shipped] = [await happens("order.paid"), await happens("order.shipped")];
    await deliver();
    expect([idsAt("/all"), idsAt("/paid")]).toEqual([[paid, shipped], [paid]]);
  });

  it("while its secret rotates both sign; afterwards the new one does", async () => {
    const { id, secret } = await endpointAt("/a");
    const rotated = await server.call(
      integrations.rotateWebhookSecret,
      { params: { id }, body: { overlaphours: 1 } },
      { apiKey },
    );
    const isSignedBy = (key: string) => {
      const request = received.at(-1);
      try {
        new Webhook(key).verify(request?.body ?? "", request?.headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };
    await happens();
    await deliver();
    expect([isSignedBy(secret), isSignedBy(rotated.ok.secret)]).toEqual([true, true]);
    server.clock.advance(hour);
    await happens();
    await deliver();
    const signatures = received.at(-1)?.headers["webhook-signature"]?.toString().split(" ");
    expect(signatures).toHaveLength(1);
  });

  it("secrets are encrypted at rest and shown once", async () => {
    const { id, secret } = await endpointAt("/a");
    const { rows } = await sql<{
      text: string;
    }>`select to_jsonb(webhook_endpoint)::text as text from webhook_endpoint`.execute(server.services.db);
    expect(rows[0]?.text).not.toContain(secret);
    expect(JSON.stringify(await seen(id))).not.toContain("whsec");
  });
});

describe("decisions §11 what was not accepted is tried again", () => {
  it("an event that is refused does not stop the others; after ten attempts it is given up and the practice is mailed once", async () => {
    answers.set("/a", 400);
    const { id } = await endpointAt("/a");
    const event = await happens();
    for (let attempts = 1; attempts <= 12; attempts += 1) {
      await deliver();
      server.clock.advance(40 * hour);
    }
    expect(idsAt("/a")).toEqual(Array.from({ length: 10 }, () => event));
    expect(await deliveries(id, "failed")).toMatchObject([{ event: { id: event }, attempts: 10, laststatus: 400 }]);
    expect(await seen(id)).toMatchObject({ failed: 1, waiting: 0, failingsince: null, disabledat: null });
    expect((await mailsTo()).filter((subject) => /keeps refusing/.test(subject))).toHaveLength(1);
    answers.delete("/a");
    const next = await happens();
    await deliver();
    expect(idsAt("/a").at(-1)).toBe(next);
  });

  it("an endpoint that is down is tried with one event at a time, and gets everything in order once it is back", async () => {
    answers.set("/a", 503);
    const { id } = await endpointAt("/a");
    const events: string[] = [];
    for (let count = 0; count < 20; count += 1) events.push(await happens());
    await deliver();
    const first = receivedAt("/a").length;
    expect(first).toBeLessThanOrEqual(5);
    await deliver();
    expect(receivedAt("/a")).toHaveLength(first);
    server.clock.advance(61_000);
    await deliver();
    expect(receivedAt("/a")).toHaveLength(first + 1);
    expect((await seen(id))?.failingsince).not.toBeNull();
    answers.delete("/a");
    received = [];
    server.clock.advance(10 * 60_000);
    await deliver();
    expect(new Set(idsAt("/a"))).toEqual(new Set(events));
    expect(receivedAt("/a")).toHaveLength(20);
    expect(await seen(id)).toMatchObject({ failingsince: null, waiting: 0, failed: 0 });
  });

  it("one that fails for an hour is mailed about, for three days is disabled; its events are still recorded and sent once it is back", async () => {
    answers.set("/a", 500);
    const { id } = await endpointAt("/a");
    const events = [await happens()];
    await deliver();
    server.clock.advance(2 * hour);
    await deliver();
    expect((await mailsTo()).filter((subject) => /isn't getting through/.test(subject))).toHaveLength(1);
    server.clock.advance(73 * hour);
    await deliver();
    expect(await seen(id)).toMatchObject({ disabledby: "failing" });
    expect((await mailsTo()).filter((subject) => /was switched off/.test(subject))).toHaveLength(1);
    answers.delete("/a");
    received = [];
    events.push(await happens());
    await deliver();
    expect(receivedAt("/a")).toHaveLength(0);
    expect(await seen(id)).toMatchObject({ waiting: 2 });
    await server.call(integrations.updateWebhook, { params: { id }, body: { enabled: true } }, { apiKey });
    await server.call(integrations.resumeWebhook, { params: { id }, body: {} }, { apiKey });
    await deliver();
    expect(new Set(idsAt("/a"))).toEqual(new Set(events));
  });

  it("one that answers 410 is disabled at once", async () => {
    answers.set("/a", 410);
    const { id } = await endpointAt("/a");
    await happens();
    await deliver();
    expect(await seen(id)).toMatchObject({ disabledby: "gone" });
  });

  it("metrics say how endpoints fare", async () => {
    answers.set("/a", 500);
    await endpointAt("/a");
    await endpointAt("/b");
    await happens();
    await deliver();
    const metrics = await server.services.metrics.metrics();
    expect(metrics).toContain('webhook_endpoints{state="failing"} 1');
    expect(metrics).toContain('webhook_endpoints{state="working"} 1');
    expect(metrics).toMatch(/webhook_oldest_waiting_seconds \d/);
  });
});

describe("decisions §11 events are sent again", () => {
  const replay = async (
    id: string,
    body: { eventid: string } | { since: string; until?: string } | { failedsince: string },
  ) => (await server.call(integrations.replayWebhook, { params: { id }, body }, { apiKey })).ok.events;

  it("one by its id, also from before the endpoint was made; those of a time; all given up since a moment", async () => {
    const before = await happens();
    const { id } = await endpointAt("/a");
    expect(await replay(id, { eventid: before })).toBe(1);
    await deliver();
    expect(idsAt("/a")).toEqual([before]);

    const since = new Date().toISOString();
    const [first, second] = [await happens(), await happens()];
    await deliver();
    received = [];
    expect(await replay(id, { since, until: new Date(Date.now() + 60_000).toISOString() })).toBe(2);
    await deliver();
    expect(idsAt("/a")).toEqual([first, second]);

    answers.set("/a", 422);
    const refused = await happens();
    for (let attempts = 0; attempts < 10; attempts += 1) {
      await deliver();
      server.clock.advance(40 * hour);
    }
    answers.delete("/a");
    received = [];
    expect(await replay(id, { failedsince: "2020-01-01T00:00:00Z" })).toBe(1);
    await deliver();
    expect(idsAt("/a")).toEqual([refused]);
    expect(await replay(id, { failedsince: "2020-01-01T00:00:00Z" })).toBe(0);
  });

  it("an unknown event is refused at its field", async () => {
    const { id } = await endpointAt("/a");
    const { status, problem } = await server.call(
      integrations.replayWebhook,
      { params: { id }, body: { eventid: newId() } },
      { apiKey },
    );
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "eventid"]);
  });
});

describe("endpoints", () => {
  it("bad addresses are refused at their field", async () => {
    const create = (address: string) => server.call(integrations.createWebhook, { body: { url: address } }, { apiKey });
    for (const address of [
      "ftp://hooks.example/",
      "https://10.1.2.3/",
      "https://169.254.169.254/latest/meta-data/",
      "https:\\\\192.168.1.1\\",
      "https://user:secret@hooks.example/",
      "javascript:alert(1)",
      "hooks",
    ])
      expect([address, (await create(address)).problem.details?.fields?.[0]?.path]).toEqual([address, "url"]);
  });

  it("are changed, removed, at most twenty, and unknown ones not found", async () => {
    const { id } = await endpointAt("/a");
    const changed = await server.call(
      integrations.updateWebhook,
      { params: { id }, body: { types: ["order.paid"], enabled: false, description: "Our till" } },
      { apiKey },
    );
    expect(changed.ok).toMatchObject({ types: ["order.paid"], disabledby: "practice", description: "Our till" });
    for (let count = 1; count < 20; count += 1) await endpointAt(`/${count}`);
    const { status, problem } = await server.call(
      integrations.createWebhook,
      { body: { url: url("/more") } },
      { apiKey },
    );
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    for (const expected of [200, 404])
      expect((await server.call(integrations.deleteWebhook, { params: { id } }, { apiKey })).status).toBe(expected);
    expect(await seen(id)).toBeUndefined();
    const params = { id };
    const refused = [
      await server.call(integrations.updateWebhook, { params, body: {} }, { apiKey }),
      await server.call(integrations.resumeWebhook, { params, body: {} }, { apiKey }),
      await server.call(integrations.rotateWebhookSecret, { params, body: {} }, { apiKey }),
      await server.call(integrations.webhookDeliveries, { params, query: {} }, { apiKey }),
      await server.call(integrations.replayWebhook, { params, body: { eventid: id } }, { apiKey }),
    ];
    expect(refused.map((each) => each.status)).toEqual([404, 404, 404, 404, 404]);
  });

  it("deliveries are read page by page, newest first", async () => {
    const { id } = await endpointAt("/a");
    const events: string[] = [];
    for (let count = 0; count < 103; count += 1) events.push(await happens());
    await deliver();
    const first = await server.call(integrations.webhookDeliveries, { params: { id }, query: {} }, { apiKey });
    expect(first.ok.items).toHaveLength(100);
    const query = { nextpage: first.ok.nextpage ?? "" };
    const rest = await server.call(integrations.webhookDeliveries, { params: { id }, query }, { apiKey });
    expect([...first.ok.items, ...rest.ok.items].map(({ event }) => event.id)).toEqual(events.toReversed());
    expect(rest.ok.nextpage).toBeNull();
    const unknown = await server.call(
      integrations.webhookDeliveries,
      { params: { id }, query: { nextpage: "x" } },
      { apiKey },
    );
    expect(unknown.problem.details?.fields?.[0]?.path).toBe("nextpage");
  });
});

describe("each answer of an endpoint", () => {
  let other: RawServer;
  beforeAll(async () => {
    other = await openRawServer();
  });
  afterAll(() => other.close());
  /** An event offered to an endpoint at that address: how it was counted, and how endpoint and event fare. */
  async function offered(answer: string, address = other.url, timeoutMs = 20_000) {
    other.answer(answer);
    const { services } = server;
    const counts = async () => {
      const text = await services.metrics.getSingleMetricAsString("outside_answers_total");
      return [...text.matchAll(/system="webhooks",answer="(\w+)",.*} (\d+)/g)].map(([, row, n]) => [row, n]);
    };
    const before = await counts();
    await services.db.deleteFrom("webhook_endpoint").execute();
    const { ok } = await server.call(integrations.createWebhook, { body: { url: other.url } }, { apiKey });
    await services.db.updateTable("webhook_endpoint").set({ url: address }).where("id", "=", ok.webhook.id).execute();
    await happens();
    await deliverDue(services, { timeoutMs });
    const rows = (await counts()).filter(([, count], index) => count !== before[index]?.[1]).map(([row]) => row);
    const endpoint = await seen(ok.webhook.id);
    return [rows, endpoint?.failingsince !== null, endpoint?.disabledby, endpoint?.waiting];
  }
  const fails = async (row: string, answer: string, address?: string) =>
    expect([answer, await offered(answer, address, row === "no_answer" ? 300 : undefined)]).toEqual([
      answer,
      [[row], true, null, 1],
    ]);
  const http = (status: number) => httpAnswer(status);
  coverEveryRow(webhookTable, {
    no_answer: async () => {
      await fails("no_answer", "");
      await fails("no_answer", "HTTP/1.1 103 Early\r\n\r\n");
      await fails("no_answer", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf");
    },
    unreachable: async () => {
      await fails("unreachable", "220 mail.example ESMTP\r\n");
      await fails("unreachable", "", "http://127.0.0.1:9/");
    },
    failing: async () => {
      for (const status of [408, 429, 500, 503, 599]) await fails("failing", http(status));
    },
    other_protocol: () =>
      fails("other_protocol", "HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"),
    refused_address: () => fails("refused_address", "", "https://10.1.2.3/"),
    refused_event: async () => {
      for (const status of [302, 400, 404, 422])
        expect([status, await offered(http(status))]).toEqual([status, [["refused_event"], false, null, 1]]);
    },
    gone: async () => expect(await offered(http(410))).toEqual([["gone"], false, "gone", 1]),
    unknown: () => fails("unknown", http(600)),
  });

  it("one that answered 101 gets what waited once it is repaired, and the alarm ends", async () => {
    const { services } = server;
    const isAlarming = async () => {
      await services.outside.write();
      const rows = await services.db.selectFrom("outside_failure").select("failing_since").execute();
      return rows.some(({ failing_since }) => failing_since !== null);
    };
    await fails("other_protocol", "HTTP/1.1 101 X\r\nupgrade: h2c\r\n\r\n");
    expect(await isAlarming()).toBe(true);
    other.answer(httpAnswer(204, "", { connection: "close" }));
    const [endpoint] = (await server.call(integrations.webhooks, {}, { apiKey })).ok.items;
    await server.call(integrations.resumeWebhook, { params: { id: endpoint?.id ?? "" }, body: {} }, { apiKey });
    await deliver();
    expect(await seen(endpoint?.id ?? "")).toMatchObject({ waiting: 0, failingsince: null });
    expect(await isAlarming()).toBe(false);
  });

  it("a node that stops waits for what is under way, and begins nothing more", async () => {
    await endpointAt("/slow");
    answers.set("/slow", 0);
    for (let count = 0; count < 30; count += 1) await happens();
    const stop = startWebhooks(server.services, { timeoutMs: 600_000 });
    server.services.polls.readNow();
    await expect.poll(() => held.length).toBe(5);
    const stopped = stop();
    for (const response of held.splice(0)) response.end();
    await stopped;
    expect(receivedAt("/slow")).toHaveLength(5);
  });
});

describe("a node that delivers by itself", () => {
  it("sends an event within seconds, and one endpoint that never answers does not hold up another", async () => {
    answers.set("/hangs", 0);
    await endpointAt("/hangs");
    await endpointAt("/works");
    const stop = startWebhooks(server.services, { timeoutMs: 600_000 });
    for (let count = 0; count < 20; count += 1) await happens();
    server.services.polls.readNow();
    await expect.poll(() => receivedAt("/works").length).toBe(20);
    await expect.poll(() => receivedAt("/hangs").length).toBeGreaterThan(0);
    expect(held.length).toBeGreaterThan(0);
    for (const response of held.splice(0)) response.writeHead(500).end();
    await stop();
  });

  it("two nodes send an event once", async () => {
    await endpointAt("/a");
    const events: string[] = [];
    for (let count = 0; count < 30; count += 1) events.push(await happens());
    await Promise.all([deliver(), deliver()]);
    await deliver();
    expect(receivedAt("/a")).toHaveLength(30);
    expect(new Set(idsAt("/a"))).toEqual(new Set(events));
  });
});
