import { randomBytes } from "node:crypto";
import pg, { type Client } from "pg";
import { makeDatabase, type ServerDatabase } from "#server/platform/database/testing/server-databases.ts";
import { newId } from "#server/platform/ids.ts";
import { freshFolder, removeFolder, startNode } from "../../e2e/servers/node-process.ts";
import { copiedTables, copyRows, templateEmail, copyIdOf } from "./copy-patients.ts";
import { fillWithoutIndexes } from "./fill-without-indexes.ts";

/** Databases of one clinic each, alike except for the number of patients. */
export interface ClinicDatabases {
  /** Settings of a server on one of them. */
  readonly envOf: (patients: number) => Record<string, string>;
  readonly secretsKey: string;
  /** The practice's key. */
  readonly apiKey: string;
  /** The patient the others are copies of. */
  readonly templateId: string;
  /** Runs `work` on a connection of its own. */
  readonly withConnection: <T>(patients: number, work: (client: pg.Client) => Promise<T>) => Promise<T>;
  readonly dataDir: string;
  /** Seconds it took to fill each. */
  readonly fillSeconds: ReadonlyMap<number, number>;
  readonly remove: () => Promise<void>;
}

/** Migrates a database, lets the server create its demo patients, and fills a copy of it for each size. */
export async function openClinicDatabases(serverUrl: string, sizes: readonly number[]): Promise<ClinicDatabases> {
  const name = `calendula_sizes_${Date.now()}`;
  const made: ServerDatabase[] = [];
  const make = async (named: string, of: { readonly template?: string } = {}) => {
    const database = await makeDatabase(serverUrl, named, of);
    made.push(database);
    return database;
  };
  const dataDir = freshFolder();
  const secretsKey = randomBytes(32).toString("hex");
  const remove = async () => {
    for (const database of made) await database.drop();
    removeFolder(dataDir);
  };
  try {
    const template = await make(name);
    const apiKey = randomBytes(24).toString("hex");
    const envAt = (url: string) => ({ DATABASE_URL: url, SECRETS_KEY: secretsKey, API_KEY: apiKey });
    const node = await startNode({ port: 3840, dataDir, env: envAt(template.url) });
    await node.stop();
    const templateId = await prepareTemplate(template.url);
    const fillSeconds = new Map<number, number>();
    const urls = new Map<number, string>();
    for (const patients of sizes) {
      const { url } = await make(`${name}_${patients}`, { template: name });
      urls.set(patients, url);
      const began = performance.now();
      await fill(url, templateId, patients);
      fillSeconds.set(patients, (performance.now() - began) / 1000);
    }
    const urlOf = (patients: number) => urls.get(patients) as string;
    return {
      envOf: (patients) => envAt(urlOf(patients)),
      secretsKey,
      apiKey,
      templateId,
      withConnection: (patients, work) => onConnection(urlOf(patients), work),
      dataDir,
      fillSeconds,
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await open(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Gives the template patient a document in addition to the demo's data. Returns the patient's id. */
const prepareTemplate = (url: string): Promise<string> =>
  onConnection(url, async (client) => {
    const { rows } = await client.query<{ id: string }>("select id from patient where email = $1", [templateEmail]);
    const id = rows[0]?.id ?? "";
    // The months of the audit that the copies fall in.
    await client.query("select make_audit_month(now() - n * interval '1 month') from generate_series(0, 3) n");
    const file = newId();
    await client.query(
      `insert into uploaded_file (id, patient_id, kind, storage_key, type, size, sha256, created_at)
        values ($1, $2, 'insurance_document', 'sizes/card', 'application/pdf', 20000, $3, now())`,
      [file, id, "0".repeat(64)],
    );
    await client.query(
      `insert into insurance_document (id, patient_id, kind, file_id, idempotency_key, created_at, updated_at)
        values ($1, $2, 'insurance_front', $3, 'sizes', now(), now())`,
      [newId(), id, file],
    );
    return id;
  });

/** Connections that fill concurrently: one per core of this machine. */
const workers = 2;

async function fill(url: string, templateId: string, patients: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: workers }, () => open(url)));
  try {
    for (const client of clients)
      await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'; set jit = off");
    await fillWithoutIndexes(
      clients,
      copiedTables.map((copiedTable) => ({
        table: copiedTable.table,
        fill: (client) => copyRows(client, copiedTable, templateId, patients),
      })),
    );
  } finally {
    for (const client of clients) await client.end();
  }
}

/** Puts these copies into the practice's queues, as the latest arrivals: each waits in every queue. */
export async function fillQueues(client: Client, templateId: string, numbers: readonly number[]): Promise<void> {
  const ids = numbers.map((n) => copyIdOf(n, templateId));
  for (const statement of [
    "update patient set created_at = now() where id = any($1)",
    `update care_case set status = 'submitted', submitted_at = now(), doctor_id = null, accepted_at = null, decided_at = null,
      payment_settled_at = null where patient_id = any($1)`,
    "update onboarding set identity_status = 'review', identity_review_started_at = now() where patient_id = any($1)",
    "update conversation set waiting_since = now() where patient_id = any($1) and kind = 'doctor'",
    `insert into renewal_request (id, patient_id, prescription_id, status, requested_at)
      select gen_random_uuid(), patient_id, id, 'open', now() from prescription where patient_id = any($1)`,
    `insert into treatment_change (id, patient_id, subscription_id, doctor_id, status, from_product_id, from_pricing_id, from_price_cents,
        to_product_id, to_pricing_id, to_price_cents, refills, created_at)
      select gen_random_uuid(), patient_id, id, (select min(id) from doctor), 'waiting', product_id, pricing_id, price_cents,
        product_id, pricing_id, price_cents, 0, now() from subscription where patient_id = any($1)`,
    `insert into dispute (id, payment_intent_id, patient_id, gateway_dispute_id, amount_cents, reason, status, opened_at, updated_at)
      select gen_random_uuid(), id, patient_id, gen_random_uuid()::text, 100, 'fraudulent', 'needs_response', now(), now()
      from payment_intent where patient_id = any($1)`,
    // Their retries are over: billing does not try them again.
    "update subscription set status = 'past_due' where patient_id = any($1)",
    "update prescription_order set failed_on = current_date, attempts = 4 where patient_id = any($1) and status = 'scheduled'",
  ])
    await client.query(statement, [ids]);
}
