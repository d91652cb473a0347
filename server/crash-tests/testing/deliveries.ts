import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { integrations } from "#contract/integrations/calls.ts";
import { deliverDue } from "#server/integrations/webhooks/deliver.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { testApiKey, type TestServer } from "#server/testing/harness.ts";
import type { FindWritePoints } from "./crash-test-database.ts";
import type { WritePoint, WriteWatcher } from "./write-points.ts";

/** More than the server reads at a time, and not twice as many. */
export const eventCount = 150;

/** A practice's system that accepts every event. */
export interface Receiver {
  readonly url: string;
  /** The `webhook-id` of each request at a path, in the order of their arrival. */
  readonly idsAt: (path: string) => readonly string[];
  /** Resolves once so many have arrived at a path; from then on its requests are not answered. */
  readonly held: (path: string, count: number) => Promise<void>;
  /** Answers the requests of all paths again. */
  readonly answerAgain: () => void;
  readonly close: () => void;
}

export async function openReceiver(): Promise<Receiver> {
  const received = new Map<string, string[]>();
  const heldAt = new Map<string, { readonly count: number; readonly reached: PromiseWithResolvers<void> }>();
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const ids = [...(received.get(path) ?? []), String(request.headers["webhook-id"])];
    received.set(path, ids);
    const hold = heldAt.get(path);
    if (hold && ids.length >= hold.count) return hold.reached.resolve();
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    idsAt: (path) => received.get(path) ?? [],
    held(path, count) {
      const reached = Promise.withResolvers<void>();
      heldAt.set(path, { count, reached });
      return reached.promise;
    },
    answerAgain: () => heldAt.clear(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export interface WaitingEndpoint {
  readonly id: string;
  readonly path: string;
}

/**
 * Sends `eventCount` events to one endpoint to learn the write points. Then prepares as many endpoints as requested that are off, each with as many
 * events waiting.
 */
export const prepareDeliveries =
  (receiver: Receiver, neededCount: (points: readonly WritePoint[]) => number) =>
  async (server: TestServer, pointsOf: FindWritePoints) => {
    const { db } = server.services;
    const first = await createEndpoint(server, receiver, "/first");
    await writeEvents(db);
    const points = await pointsOf(() => deliverDue(server.services));
    await server.call(integrations.deleteWebhook, { params: { id: first.id } }, { apiKey: testApiKey });
    const endpoints: WaitingEndpoint[] = [];
    for (let count = neededCount(points); count > 0; count -= 1)
      endpoints.push(await createEndpoint(server, receiver, `/${String(count)}`));
    await db.updateTable("webhook_endpoint").set({ disabled_at: new Date(), disabled_by: "practice" }).execute();
    const events = await writeEvents(db);
    // Those that are off are sent nothing, and their deliveries are recorded.
    await deliverDue(server.services);
    return { points, endpoints, events };
  };

async function createEndpoint(server: TestServer, { url }: Receiver, path: string): Promise<WaitingEndpoint> {
  const { ok } = await server.call(integrations.createWebhook, { body: { url: url + path } }, { apiKey: testApiKey });
  return { id: ok.webhook.id, path };
}

async function writeEvents(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into clinic_event (type, patient_id, object_kind, object_id, at)
    select 'order.paid', ${newId()}, 'order', gen_random_uuid(), clock_timestamp() from generate_series(1, ${eventCount})
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** An endpoint's deliveries, and the log, both in its order. */
export type DeliveryState = Awaited<ReturnType<typeof deliveryStateOf>>;

async function deliveryStateOf(db: Database, endpointId: string) {
  const log = await db.selectFrom("clinic_event").select("id").where("seq", "is not", null).orderBy("seq").execute();
  const deliveries = await db
    .selectFrom("webhook_delivery")
    .select(["event_id", "attempts", "last_status", "next_attempt_at"])
    .where("endpoint_id", "=", endpointId)
    .orderBy("event_seq")
    .execute();
  return { log: log.map(({ id }) => id), deliveries };
}

/** Routes by which a test turns one endpoint on and the others off, has everything sent that waits for it, and reads what became of it. */
export function registerWebhookControls(app: FastifyInstance, services: Services, watch: WriteWatcher): void {
  app.get<{ Params: { id: string } }>("/deliveries/:id", ({ params }) => deliveryStateOf(services.db, params.id));
  app.post<{ Params: { id: string; as: string } }>("/deliveries/:id/:as", async ({ params }) => {
    await sql`update webhook_endpoint set
      disabled_at = case when id <> ${params.id} then clock_timestamp() end,
      disabled_by = case when id <> ${params.id} then 'practice' end`.execute(services.db);
    if (params.as === "watched") await watch.during(params.id, () => deliverDue(services));
    else await deliverDue(services);
    return {};
  });
}
