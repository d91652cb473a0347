import { randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { validate as isUuid } from "uuid";
import type { ClinicEventType } from "#contract/integrations/events.ts";
import type { WebhookDelivery, WebhookEndpoint } from "#contract/integrations/webhooks.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { numberEvents, presentEvent, sequenceOf } from "../events/clinic-events.ts";
import { previousSecretContext, secretContext } from "./deliver.ts";
import { addressProblem, type AddressProblem } from "./endpoint-address.ts";

type Deps = Pick<Services, "db" | "clock" | "secrets" | "config">;
type Row = Selectable<Tables["webhook_endpoint"]>;

const maxEndpoints = 20;
const deliveryPageSize = 100;

/** All endpoints, in the order they were made. */
export async function listWebhooks(services: Deps): Promise<WebhookEndpoint[]> {
  const rows = await services.db
    .selectFrom("webhook_endpoint")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return presentEndpoints(services, rows);
}

/** Makes an endpoint that gets the events from now on. */
export async function createWebhook(
  services: Deps & Refuses<"wrong_state">,
  input: { readonly url: string; readonly description: string; readonly types: readonly ClinicEventType[] | null },
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  const { db, clock, secrets } = services;
  requireSendable(services, input.url);
  const existing = await db.selectFrom("webhook_endpoint").select("id").execute();
  if (existing.length >= maxEndpoints)
    throw services.refuse("wrong_state", {
      message: `There are already ${maxEndpoints} endpoints. Please remove one first.`,
    });
  await numberEvents(db);
  const { seq } = await db
    .selectFrom("clinic_event")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .executeTakeFirstOrThrow();
  const [id, secret] = [newId(), newSecret()];
  const row = await db
    .insertInto("webhook_endpoint")
    .values({
      id,
      url: input.url,
      description: input.description,
      types: input.types === null ? null : [...input.types],
      secret_sealed: secrets.seal(secret, secretContext(id)),
      created_at: clock.now(),
      recorded_seq: seq ?? 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { webhook: await presentEndpoint(services, row), secret };
}

/** Changes what is given. One that is switched on again is tried at once, with what has waited. */
export async function updateWebhook(
  services: Deps,
  id: string,
  change: {
    readonly url?: string | undefined;
    readonly description?: string | undefined;
    readonly types?: readonly ClinicEventType[] | null | undefined;
    readonly enabled?: boolean | undefined;
  },
): Promise<WebhookEndpoint> {
  const { url, description, types, enabled } = change;
  if (url !== undefined) requireSendable(services, url);
  const row = await services.db
    .updateTable("webhook_endpoint")
    .set((sqlOf) => ({
      id,
      ...(url === undefined ? {} : { url }),
      ...(description === undefined ? {} : { description }),
      ...(types === undefined ? {} : { types: types === null ? null : [...types] }),
      ...(enabled === false
        ? {
            disabled_at: sqlOf.fn.coalesce(sqlOf.ref("disabled_at"), sqlOf.val(services.clock.now())),
            disabled_by: sqlOf.fn.coalesce(sqlOf.ref("disabled_by"), sqlOf.val("practice" as const)),
          }
        : {}),
      ...(enabled === true ? { disabled_at: null, disabled_by: null, ...atOnce } : {}),
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return presentEndpoint(services, row);
}

/** What lets an endpoint be tried now, as if it had never failed. */
const atOnce = { failures: 0, failing_since: null, resume_at: null };

/** Tries a failing endpoint, and what waits for it, now. */
export async function resumeWebhook(services: Deps, id: string): Promise<WebhookEndpoint> {
  const row = await services.db
    .updateTable("webhook_endpoint")
    .set({ resume_at: null })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  await services.db
    .updateTable("webhook_delivery")
    .set({ next_attempt_at: services.clock.now() })
    .where("endpoint_id", "=", id)
    .where("next_attempt_at", ">", services.clock.now())
    .execute();
  return presentEndpoint(services, row);
}

/** Removes an endpoint with its deliveries; `not_found` once it is gone. */
export async function deleteWebhook({ db }: Deps, id: string): Promise<void> {
  const removed = await db.deleteFrom("webhook_endpoint").where("id", "=", id).returning("id").execute();
  if (removed.length === 0) throw new Refusal("not_found");
}

/** Gives a new secret; the old one signs as well until the overlap is over. */
export async function rotateSecret(
  services: Deps,
  id: string,
  overlapHours: number,
): Promise<{ webhook: WebhookEndpoint; secret: string }> {
  const { db, clock, secrets } = services;
  const old = await lockEndpoint(services, id);
  const secret = newSecret();
  const row = await db
    .updateTable("webhook_endpoint")
    .set({
      secret_sealed: secrets.seal(secret, secretContext(id)),
      previous_secret_sealed: secrets.seal(
        secrets.open<string>(old.secret_sealed, secretContext(id)),
        previousSecretContext(id),
      ),
      previous_secret_until: new Date(clock.now().getTime() + overlapHours * 3_600_000),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { webhook: await presentEndpoint(services, row), secret };
}

/** Events to send again: one, those of a time, or all given up since a moment. */
export type ReplaySelection =
  | { readonly eventid: string }
  | { readonly since: string; readonly until?: string | undefined }
  | { readonly failedsince: string };

/** Sends events again, also accepted ones and those from before the endpoint was made; answers how many. */
export async function replayEvents(services: Deps, id: string, selection: ReplaySelection): Promise<number> {
  const { db, clock } = services;
  const endpoint = await lockEndpoint(services, id);
  await numberEvents(db);
  if ("eventid" in selection && (await sequenceOf(db, selection.eventid)) === undefined)
    throw new Refusal("bad_request", { fields: [{ path: "eventid", message: "The log doesn't have this event." }] });
  const isSelected =
    "eventid" in selection
      ? sql<boolean>`event.id = ${selection.eventid}`
      : "failedsince" in selection
        ? sql<boolean>`exists (
            select from webhook_delivery given_up where given_up.endpoint_id = ${id} and given_up.event_id = event.id
              and given_up.next_attempt_at is null and given_up.delivered_at is null and given_up.last_attempt_at >= ${selection.failedsince}
          )`
        : sql<boolean>`event.at >= ${selection.since} and event.at <= ${selection.until ?? clock.now().toISOString()}`;
  const isItsType = endpoint.types === null ? sql`true` : sql`event.type = any (${endpoint.types}::text[])`;
  const { rows } = await sql<{ events: number }>`
    with replayed as (
      insert into webhook_delivery (endpoint_id, event_id, event_seq, next_attempt_at)
      select ${id}, event.id, event.seq, ${clock.now()}::timestamptz from clinic_event event
      where event.seq is not null and ${isSelected} and ${isItsType}
      on conflict (endpoint_id, event_id) do update set attempts = 0, delivered_at = null, next_attempt_at = excluded.next_attempt_at
      returning 1
    ) select count(*)::integer as events from replayed`.execute(db);
  return rows[0]?.events ?? 0;
}

/** Deliveries of an endpoint, newest event first. */
export async function listDeliveries(
  services: Deps,
  id: string,
  {
    status,
    nextpage,
  }: { readonly status?: WebhookDelivery["status"] | undefined; readonly nextpage?: string | undefined },
): Promise<{ items: WebhookDelivery[]; nextpage: string | null }> {
  const { db } = services;
  await lockEndpoint(services, id);
  // A page ends with an event.
  const beforeSeq = nextpage === undefined ? null : isUuid(nextpage) ? await sequenceOf(db, nextpage) : undefined;
  if (beforeSeq === undefined)
    throw new Refusal("bad_request", { fields: [{ path: "nextpage", message: sentence("requests.start_again") }] });
  let query = db
    .selectFrom("webhook_delivery")
    .innerJoin("clinic_event", "clinic_event.id", "webhook_delivery.event_id")
    .select(["clinic_event.id", "type", "patient_id", "object_kind", "object_id", "at"])
    .select(["attempts", "next_attempt_at", "last_attempt_at", "delivered_at", "last_status", "last_error"])
    .where("endpoint_id", "=", id);
  if (beforeSeq !== null) query = query.where("event_seq", "<", beforeSeq);
  if (status === "waiting") query = query.where("next_attempt_at", "is not", null);
  if (status === "delivered") query = query.where("delivered_at", "is not", null);
  if (status === "failed") query = query.where("next_attempt_at", "is", null).where("delivered_at", "is", null);
  const rows = await query
    .orderBy("event_seq", "desc")
    .limit(deliveryPageSize + 1)
    .execute();
  return {
    items: rows.slice(0, deliveryPageSize).map((row) => ({
      event: presentEvent(row),
      status: row.delivered_at !== null ? "delivered" : row.next_attempt_at !== null ? "waiting" : "failed",
      attempts: row.attempts,
      lastattemptat: row.last_attempt_at?.toISOString() ?? null,
      nextattemptat: row.next_attempt_at?.toISOString() ?? null,
      laststatus: row.last_status,
      error: row.last_error === null ? null : (errorTexts[row.last_error] ?? row.last_error),
    })),
    nextpage: rows.length > deliveryPageSize ? (rows[deliveryPageSize - 1]?.id ?? null) : null,
  };
}

const errorTexts: Readonly<Record<string, string>> = {
  timeout: "It didn't answer within 15 seconds.",
  refused_address:
    "Its name leads to an address that isn't public. To allow your own networks, use the setting WEBHOOK_NETWORKS.",
  unreachable: "It couldn't be reached.",
};

async function lockEndpoint({ db }: Deps, id: string): Promise<Row> {
  const row = await db.selectFrom("webhook_endpoint").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  return row;
}

function requireSendable({ config }: Deps, url: string): void {
  const problem = addressProblem(url, config.webhookNetworks);
  if (problem !== null) throw new Refusal("bad_request", { fields: [{ path: "url", message: addressTexts[problem] }] });
}

/** Credentials in an address would be shown with it. */
const addressTexts: Readonly<Record<AddressProblem, string>> = {
  not_https: "Please use an https address.",
  credentials: "Please leave the user and password out of the address. The signature proves who sent it.",
  host: "This address isn't on the public internet. To send to a network of your own, name it in the setting WEBHOOK_NETWORKS.",
};

const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

async function presentEndpoint(services: Deps, row: Row): Promise<WebhookEndpoint> {
  const [endpoint] = await presentEndpoints(services, [row]);
  if (!endpoint) throw new Refusal("not_found");
  return endpoint;
}

async function presentEndpoints({ db, clock }: Deps, rows: readonly Row[]): Promise<WebhookEndpoint[]> {
  const { rows: counts } = await sql<{ id: string; waiting: number; failed: number }>`
    select endpoint_id as id,
      (count(*) filter (where next_attempt_at is not null))::integer as waiting,
      (count(*) filter (where next_attempt_at is null))::integer as failed
    from webhook_delivery
    where endpoint_id = any (${rows.map(({ id }) => id)}::uuid[]) and delivered_at is null
    group by endpoint_id`.execute(db);
  const countOf = new Map(counts.map((each) => [each.id, each]));
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types as ClinicEventType[] | null,
    createdat: row.created_at.toISOString(),
    disabledat: row.disabled_at?.toISOString() ?? null,
    disabledby: row.disabled_by,
    failingsince: row.failing_since?.toISOString() ?? null,
    waiting: countOf.get(row.id)?.waiting ?? 0,
    failed: countOf.get(row.id)?.failed ?? 0,
    previoussecretuntil:
      row.previous_secret_until !== null && row.previous_secret_until > clock.now()
        ? row.previous_secret_until.toISOString()
        : null,
  }));
}
