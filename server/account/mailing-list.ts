import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Services } from "#server/platform/services.ts";

/** Puts an e-mail on the newsletter's list; repeating it changes nothing. */
export async function joinMailingList(
  { db, secrets, clock }: Pick<Services, "db" | "secrets" | "clock">,
  { email, firstname }: { email: string; firstname?: string | undefined },
): Promise<void> {
  const hash = secrets.digest(email.toLowerCase());
  await db
    .insertInto("mailing_list")
    .values({
      email_hash: hash,
      email_sealed: secrets.seal(email, sealed("mailing_list.email_sealed")(hash.toString("hex"))),
      firstname: firstname ?? null,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("email_hash").doNothing())
    .execute();
}
