import type { Database } from "#server/platform/database/open.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { openSealedColumns } from "./sealed-columns.ts";

const place = "secrets_canary.text_sealed:1";

/** Null when the key opens this database; otherwise the one line that says it doesn't. */
export async function secretsKeyObjection(db: Database, secrets: Secrets): Promise<string | null> {
  const wrong = "Setting SECRETS_KEY is refused: this database was sealed with another key.";
  const kept = () => db.selectFrom("secrets_canary").select("text_sealed").executeTakeFirst();
  let canary = await kept();
  if (!canary) {
    // A database from before there was a canary: whatever it holds must open before this key is taken for its own.
    if ((await openSealedColumns(db, secrets, 1)).some(({ failed }) => failed > 0)) return wrong;
    const text_sealed = secrets.seal("calendula", place);
    await db
      .insertInto("secrets_canary")
      .values({ text_sealed })
      .onConflict((on) => on.doNothing())
      .execute();
    // Read back: another node may have come first, with another key.
    canary = await kept();
  }
  try {
    return canary && secrets.open(canary.text_sealed, place) === "calendula" ? null : wrong;
  } catch {
    return wrong;
  }
}
