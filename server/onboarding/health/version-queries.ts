import type { HealthScreen } from "#contract/account.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";

export interface HealthVersion {
  readonly version: number;
  /** Of the questions. */
  readonly contentVersion: string;
  readonly answeredAt: Date;
}

const sealContext = (patientId: string, version: number) => `health_version.screens_sealed:${patientId}:${version}`;

/** The versions of her answers, newest first. */
export async function findHealthVersions(db: Database, patientId: string): Promise<HealthVersion[]> {
  const rows = await db
    .selectFrom("health_version")
    .select(["version", "content_version", "answered_at"])
    .where("patient_id", "=", patientId)
    .orderBy("version", "desc")
    .execute();
  return rows.map((row) => ({
    version: row.version,
    contentVersion: row.content_version,
    answeredAt: row.answered_at,
  }));
}

/** Her answers as a version kept them; undefined when there is no such version. */
export async function findHealthVersionScreens(
  { db, secrets }: { readonly db: Database; readonly secrets: Secrets },
  patientId: string,
  version: number,
): Promise<HealthScreen[] | undefined> {
  const row = await db
    .selectFrom("health_version")
    .select("screens_sealed")
    .where("patient_id", "=", patientId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row && secrets.open<HealthScreen[]>(row.screens_sealed, sealContext(patientId, version));
}

/** Adds a version; one that is there already stays as it is. */
export async function insertHealthVersion(
  { db, secrets }: { readonly db: Tx | Database; readonly secrets: Secrets },
  patientId: string,
  { version, contentVersion, answeredAt }: HealthVersion,
  screens: readonly HealthScreen[],
): Promise<void> {
  await db
    .insertInto("health_version")
    .values({
      patient_id: patientId,
      version,
      content_version: contentVersion,
      screens_sealed: secrets.seal(screens, sealContext(patientId, version)),
      answered_at: answeredAt,
    })
    .onConflict((conflict) => conflict.columns(["patient_id", "version"]).doNothing())
    .execute();
}
