import { timingSafeEqual } from "node:crypto";
import { permissionsOfScopes, type Scope, scopes } from "#contract/policy/policy.ts";
import { hashSecret } from "#server/platform/crypto/secrets.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { isKeyText } from "./key-text.ts";

type Deps = Pick<Services, "db" | "clock" | "config">;

/** How exactly a key's last use is recorded, ms: a write for each use would double the cost of a read. */
const lastUseMs = 60_000;

/**
 * Authenticates API keys: null for an unknown one, `api_key_expired` for one that has expired or was revoked. A key is looked up each time, so that
 * revoking it takes effect at once on every node.
 */
export function createApiKeyAuthenticator(services: Deps): (key: string) => Promise<ClinicCaller | null> {
  const { db, clock } = services;
  const settingHash = services.config.apiKey === null ? null : hashSecret(services.config.apiKey);
  const recordedAt = new Map<string, number>();
  let settingKey: { readonly id: string; readonly caller: ClinicCaller } | null = null;

  const isUseToRecord = (id: string): boolean => {
    const now = clock.now().getTime();
    if (Math.abs(now - (recordedAt.get(id) ?? 0)) < lastUseMs) return false;
    recordedAt.set(id, now);
    return true;
  };

  return async (key) => {
    const hash = hashSecret(key);
    if (settingHash && timingSafeEqual(hash, settingHash)) {
      if (!settingKey || isUseToRecord(settingKey.id)) settingKey = await recordSettingKey(services, hash);
      recordedAt.set(settingKey.id, recordedAt.get(settingKey.id) ?? clock.now().getTime());
      return settingKey.caller;
    }
    if (!isKeyText(key)) return null;
    const row = await db
      .selectFrom("api_key")
      .select(["id", "lineage_id", "scopes", "expires_at", "revoked_at"])
      .where("key_hash", "=", hash)
      .where("from_setting", "=", false)
      .executeTakeFirst();
    if (!row) return null;
    const now = clock.now();
    if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now))
      throw new Refusal("api_key_expired");
    if (isUseToRecord(row.id))
      await db.updateTable("api_key").set({ last_used_at: now }).where("id", "=", row.id).execute();
    return callerOfKey(row, row.scopes as Scope[]);
  };
}

/** The key of the setting `API_KEY` is a row like any other, so that the audit names it; it has every scope. */
async function recordSettingKey(
  { db, clock }: Deps,
  keyHash: Buffer,
): Promise<{ readonly id: string; readonly caller: ClinicCaller }> {
  const [id, now] = [newId(), clock.now()];
  const row = await db
    .insertInto("api_key")
    .values((sqlOf) => ({
      id,
      // Another value of the setting is the same key, rotated.
      lineage_id: sqlOf.fn.coalesce(
        sqlOf
          .selectFrom("api_key")
          .select("lineage_id")
          .where("from_setting", "=", true)
          .orderBy("created_at")
          .limit(1),
        sqlOf.val(id),
      ),
      name: "API_KEY",
      key_hash: keyHash,
      scopes: [...scopes],
      from_setting: true,
      created_at: now,
      last_used_at: now,
    }))
    .onConflict((conflict) => conflict.column("key_hash").doUpdateSet({ last_used_at: now, scopes: [...scopes] }))
    .returning(["id", "lineage_id"])
    .executeTakeFirstOrThrow();
  return { id: row.id, caller: callerOfKey(row, scopes) };
}

const callerOfKey = (
  { id, lineage_id }: { readonly id: string; readonly lineage_id: string },
  keyScopes: readonly Scope[],
): ClinicCaller => ({
  actor: `key:${id}`,
  owner: `key:${lineage_id}`,
  permissions: permissionsOfScopes(keyScopes),
  member: null,
});
