import { randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { fullPath } from "#contract/http/endpoint.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { makeDatabase } from "#server/platform/database/testing/server-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { freshFolder, type Node, removeFolder, startNode } from "../../e2e/servers/node-process.ts";

/** Nothing else of a new database writes events of this type. */
const eventType = "document.uploaded";
/** Time for connections and statements of a round to end, ms. */
const restMs = 3000;

/** How long the events of the endpoints that answer waited, in ms, and how many were delivered a second. */
interface Round {
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}
/** Two rounds after each other, the same events beside an endpoint that never answers and without it. */
export interface WebhookPair {
  readonly without: Round;
  readonly beside: Round;
}

/**
 * A node that sends `waiting` events to `endpointCount` endpoints, of which the first never answers. A round lasts until the others have all of
 * theirs; which of a pair's rounds comes first alternates.
 */
export async function* measureWebhooks(
  serverUrl: string,
  { endpointCount, waiting, pairs }: Record<"endpointCount" | "waiting" | "pairs", number>,
): AsyncGenerator<WebhookPair> {
  const receiver = await openReceiver();
  const database = await makeDatabase(serverUrl, `calendula_bench_${randomBytes(4).toString("hex")}`);
  const dataDir = freshFolder();
  const db = new pg.Client({ connectionString: database.url });
  const apiKey = randomBytes(24).toString("hex");
  let node: Node | null = null;
  try {
    const env = {
      DATABASE_URL: database.url,
      API_KEY: apiKey,
      WEBHOOK_NETWORKS: "127.0.0.0/8",
      CARE_DESK_PACE_SECONDS: "3600",
    };
    node = await startNode({ port: 3838, dataDir, env });
    await db.connect();
    const endpoints: string[] = [];
    for (let number = 0; number < endpointCount; number += 1)
      endpoints.push(await createEndpoint(node, apiKey, `${receiver.url}/${number === 0 ? "hangs" : String(number)}`));
    await turnOff(db);
    await fill(db, waiting / endpointCount, waiting);
    const answering = endpoints.slice(1);
    const round = (ids: readonly string[]) =>
      measureRound(db, receiver, ids, (waiting / endpointCount) * answering.length);
    // Compiles the code.
    await measureRound(db, receiver, answering.slice(0, 1), waiting / endpointCount);
    for (let pair = 0; pair < pairs; pair += 1) {
      const first = await round(pair % 2 === 0 ? answering : endpoints);
      const second = await round(pair % 2 === 0 ? endpoints : answering);
      yield pair % 2 === 0 ? { without: first, beside: second } : { without: second, beside: first };
    }
  } finally {
    receiver.close();
    await node?.stop();
    await db.end();
    await database.drop();
    removeFolder(dataDir);
  }
}

async function createEndpoint({ url }: Node, apiKey: string, address: string): Promise<string> {
  const answer = await fetch(url + fullPath(integrations.createWebhook), {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey, "idempotency-key": newId() },
    body: JSON.stringify({ url: address, types: [eventType] }),
  });
  if (!answer.ok) throw new Error(`An endpoint was refused: ${await answer.text()}`);
  return ((await answer.json()) as { webhook: { id: string } }).webhook.id;
}

const turnOff = (db: pg.Client) =>
  db.query("update webhook_endpoint set disabled_at = now(), disabled_by = 'practice' where disabled_at is null");

/** Writes the events, and waits until the node has recorded a delivery of each for each endpoint. */
async function fill(db: pg.Client, events: number, deliveries: number): Promise<void> {
  await db.query(
    `insert into clinic_event (type, patient_id, object_kind, object_id, at)
    select '${eventType}', null, 'document', gen_random_uuid(), clock_timestamp() from generate_series(1, $1::int)`,
    [events],
  );
  const count = async () => (await db.query("select count(*)::int as count from webhook_delivery")).rows[0].count;
  while ((await count()) < deliveries) await pause(500);
}

/** Makes all deliveries of these endpoints due, turns them on, and waits until those that answer have everything. */
async function measureRound(
  db: pg.Client,
  receiver: Receiver,
  endpointIds: readonly string[],
  expected: number,
): Promise<Round> {
  await db.query("update webhook_delivery set attempts = 0, delivered_at = null, next_attempt_at = now()");
  await db.query("vacuum analyze webhook_delivery");
  const began = performance.now();
  const arrived = receiver.arrivals(expected);
  await db.query(
    `update webhook_endpoint set disabled_at = null, disabled_by = null, failures = 0, failing_since = null, resume_at = null
    where id = any ($1)`,
    [endpointIds],
  );
  const waits = (await arrived).map((at) => at - began).toSorted((one, other) => one - other);
  await turnOff(db);
  receiver.letGo();
  await pause(restMs);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), perSecond: (waits.length / (waits.at(-1) ?? 1)) * 1000 };
}

interface Receiver {
  readonly url: string;
  /** When the next `count` events arrived, the endpoint that hangs aside. */
  readonly arrivals: (count: number) => Promise<number[]>;
  /** Ends the requests that are not answered. */
  readonly letGo: () => void;
  readonly close: () => void;
}

async function openReceiver(): Promise<Receiver> {
  const held: ServerResponse[] = [];
  let times: number[] = [];
  let awaited: { readonly count: number; readonly done: (times: number[]) => void } | null = null;
  const server = createServer((request, response) => {
    if (request.url === "/hangs") return void held.push(response);
    times.push(performance.now());
    request.resume();
    response.writeHead(200).end();
    if (times.length === awaited?.count) awaited.done(times);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals: (count) =>
      new Promise((done) => {
        times = [];
        awaited = { count, done };
      }),
    letGo() {
      for (const response of held.splice(0)) response.destroy();
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
