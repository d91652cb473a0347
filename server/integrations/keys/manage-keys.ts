import type { Selectable } from "kysely";
import type { ApiKey as ApiKeyView } from "#contract/integrations/keys.ts";
import { type Scope, scopesWithin } from "#contract/policy/policy.ts";
import { hashSecret } from "#server/platform/crypto/secrets.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { keyText } from "./key-text.ts";

type Deps = Pick<Services, "db" | "clock">;
type DepsInTx = Pick<Services, "clock"> & { readonly db: Tx };
type Row = Selectable<Tables["api_key"]>;

/** Keys that work at the same time: more than a practice has systems, fewer than nobody keeps track of. */
const maxKeys = 100;

/** All keys, newest first. */
export async function listKeys({ db }: Deps): Promise<ApiKeyView[]> {
  const rows = await db.selectFrom("api_key").selectAll().orderBy("created_at", "desc").orderBy("id", "desc").execute();
  return rows.map(presentKey);
}

/** Names by the audit's actors; a person has none here. */
export async function keyNames(db: Database, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = actors.flatMap((actor) => (actor.startsWith("key:") ? [actor.slice("key:".length)] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("api_key").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [`key:${id}`, name]));
}

/** Makes a key; `by` is the one it is made with, which cannot give scopes it does not have. */
export async function createKey(
  services: Deps & Refuses<"scope_missing" | "wrong_state">,
  by: ClinicCaller,
  {
    name,
    scopes,
    expiresAt,
  }: { readonly name: string; readonly scopes: readonly Scope[]; readonly expiresAt: Date | null },
): Promise<{ key: ApiKeyView; secret: string }> {
  requireOwnScopes(services, by, scopes);
  requireFuture(services, expiresAt);
  const id = newId();
  return inTransaction(services, (tx) =>
    insertKey({ ...tx, refuse: services.refuse }, { id, lineageId: id, name, scopes, expiresAt }),
  );
}

/** Makes a successor with the same name and scopes; the old key works until the overlap is over. */
export async function rotateKey(
  services: Deps & Refuses<"scope_missing" | "wrong_state">,
  by: ClinicCaller,
  id: string,
  { overlapHours, expiresAt }: { readonly overlapHours: number; readonly expiresAt: Date | null },
): Promise<{ key: ApiKeyView; secret: string }> {
  requireFuture(services, expiresAt);
  return inTransaction(services, (tx) =>
    replaceKey({ ...tx, refuse: services.refuse }, by, id, { overlapHours, expiresAt }),
  );
}

async function replaceKey(
  services: DepsInTx & Refuses<"scope_missing" | "wrong_state">,
  by: ClinicCaller,
  id: string,
  { overlapHours, expiresAt }: { readonly overlapHours: number; readonly expiresAt: Date | null },
): Promise<{ key: ApiKeyView; secret: string }> {
  const old = await lockKey(services, id);
  // Its successor's secret is in the answer.
  requireOwnScopes(services, by, old.scopes as Scope[]);
  const now = services.clock.now();
  if (old.revoked_at !== null || (old.expires_at !== null && old.expires_at <= now))
    throw services.refuse("wrong_state", { message: "This key has already ended. Please make a new one." });
  const overlapEnd = new Date(now.getTime() + overlapHours * 3_600_000);
  await services.db
    .updateTable("api_key")
    .set({ expires_at: old.expires_at !== null && old.expires_at < overlapEnd ? old.expires_at : overlapEnd })
    .where("id", "=", id)
    .execute();
  return insertKey(services, {
    id: newId(),
    lineageId: old.lineage_id,
    name: old.name,
    scopes: old.scopes as Scope[],
    expiresAt,
  });
}

/** Ends a key at once; an ended one stays as it is. */
export async function revokeKey(services: Deps & Refuses<"wrong_state">, id: string): Promise<ApiKeyView> {
  const { revoked_at } = await lockKey(services, id);
  const row = await services.db
    .updateTable("api_key")
    .set({ revoked_at: revoked_at ?? services.clock.now() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentKey(row);
}

/**
 * Records a key that its holder makes from 256 random bits of its own, the same ones on every node and after a restart, and returns its text. One that
 * was revoked stays revoked.
 */
export async function ensureKey(
  { db, clock }: Deps,
  { name, scopes, random }: { readonly name: string; readonly scopes: readonly Scope[]; readonly random: Buffer },
): Promise<string> {
  const [id, secret] = [newId(), keyText(random)];
  await db
    .insertInto("api_key")
    .values({
      ...{ id, lineage_id: id, name, key_hash: hashSecret(secret), ending: secret.slice(-4) },
      ...{ scopes: [...scopes], created_at: clock.now() },
    })
    .onConflict((conflict) => conflict.column("key_hash").doUpdateSet({ name, scopes: [...scopes] }))
    .execute();
  return secret;
}

async function lockKey({ db, refuse }: Deps & Refuses<"wrong_state">, id: string): Promise<Row> {
  const row = await db.selectFrom("api_key").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal("not_found");
  if (row.from_setting)
    throw refuse("wrong_state", {
      message: "This key is the setting API_KEY. Please change or remove the setting, and restart the nodes.",
    });
  return row;
}

function requireOwnScopes({ refuse }: Refuses<"scope_missing">, by: ClinicCaller, scopes: readonly Scope[]): void {
  // Who gives people their roles can give themself any scope.
  const own = scopesWithin(by.permissions);
  const missing = own.includes("team") ? [] : scopes.filter((scope) => !own.includes(scope));
  if (missing.length > 0)
    throw refuse("scope_missing", {
      message: `A key can give only scopes it has itself; this one does not have ${missing.join(", ")}.`,
      details: { scopes: missing },
    });
}

function requireFuture({ clock }: Deps, expiresAt: Date | null): void {
  if (expiresAt !== null && expiresAt <= clock.now())
    throw new Refusal("bad_request", {
      fields: [{ path: "expiresat", message: "Please choose a time in the future." }],
    });
}

/** Also a successor counts, for as long as both work. Two that are made at once wait for each other. */
async function requireRoom({ db, clock, refuse }: DepsInTx & Refuses<"wrong_state">): Promise<void> {
  await acquireAdvisoryLock(db, "api-keys");
  const { count } = await db
    .selectFrom("api_key")
    .select(({ fn }) => fn.countAll<string | number>().as("count"))
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", clock.now())]))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxKeys)
    throw refuse("wrong_state", {
      message: `There are already ${maxKeys} keys. Please revoke some first, or let the old key end at once.`,
    });
}

async function insertKey(
  services: DepsInTx & Refuses<"wrong_state">,
  key: {
    readonly id: string;
    readonly lineageId: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly expiresAt: Date | null;
  },
): Promise<{ key: ApiKeyView; secret: string }> {
  const { db, clock } = services;
  await requireRoom(services);
  const secret = keyText();
  const row = await db
    .insertInto("api_key")
    .values({
      id: key.id,
      lineage_id: key.lineageId,
      name: key.name,
      key_hash: hashSecret(secret),
      ending: secret.slice(-4),
      scopes: [...new Set(key.scopes)],
      created_at: clock.now(),
      expires_at: key.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { key: presentKey(row), secret };
}

const presentKey = (row: Row): ApiKeyView => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes as Scope[],
  ending: row.ending,
  createdat: row.created_at.toISOString(),
  expiresat: row.expires_at?.toISOString() ?? null,
  revokedat: row.revoked_at?.toISOString() ?? null,
  lastusedat: row.last_used_at?.toISOString() ?? null,
});
