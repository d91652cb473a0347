import { hashPassword } from "#server/auth/public.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { JobServices } from "#server/platform/services.ts";
import { addMember, confirmedAuthenticator } from "#server/staff/public.ts";

/** RFC 4648, which authenticator apps read secrets in. */
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The secret of a demo person's authenticator app, the same at each start: their codes are shown at `/dev/staff`. */
export const demoAuthenticatorSecret = (secrets: Secrets, email: string): string =>
  [...secrets.derive(`demo authenticator ${email}`)].map((byte) => base32.charAt(byte % 32)).join("");

/** One person per role, ready to sign in. Whoever is there already stays as they are. Nodes that start together wait for each other. */
export async function seedDemoStaff(services: JobServices): Promise<void> {
  const { config, content, secrets } = services;
  const { password, people } = content.demo.staff;
  await inTransaction(services, async (tx) => {
    await acquireAdvisoryLock(tx.db, "demo staff");
    const there = await tx.db.selectFrom("staff_member").select("email").execute();
    const missing = people.filter((person) => !there.some(({ email }) => email === person.email));
    if (missing.length === 0) return;
    const password_hash = await hashPassword(config, password);
    for (const { email, name, roles, doctorid } of missing) {
      const { id } = await addMember(tx, "system:demo", { email, name, roles, ...(doctorid ? { doctorid } : {}) });
      await tx.db.updateTable("staff_member").set({ password_hash }).where("id", "=", id).execute();
      await confirmedAuthenticator(tx, id, demoAuthenticatorSecret(secrets, email));
    }
  });
}
