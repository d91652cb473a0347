import type { Database } from "../database/open.ts";
import { checkSealedColumns } from "./sealed-columns.ts";
import { sealed } from "./sealed.ts";
import type { Secrets } from "./secrets.ts";

const canaryContext = sealed("secrets_canary.text_sealed")(1);

/** Null if the key decrypts this database; otherwise one line that says it doesn't. */
export async function secretsKeyError(db: Database, secrets: Secrets): Promise<string | null> {
  const wrongKeyError = "Setting SECRETS_KEY is refused: this database was sealed with another key.";
  const readCanary = () => db.selectFrom("secrets_canary").select("text_sealed").executeTakeFirst();
  let canary = await readCanary();
  if (!canary) {
    // A database from before the canary: its data must decrypt before this key is accepted as its own.
    if ((await checkSealedColumns(db, secrets, 1)).some(({ failedCount }) => failedCount > 0)) return wrongKeyError;
    const text_sealed = secrets.seal("calendula", canaryContext);
    await db
      .insertInto("secrets_canary")
      .values({ text_sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // Read back: another node may have been first, with another key.
    canary = await readCanary();
  }
  try {
    return canary && secrets.open(canary.text_sealed, canaryContext) === "calendula" ? null : wrongKeyError;
  } catch {
    return wrongKeyError;
  }
}
