import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";

type Deps = Pick<Services, "db" | "clock" | "config" | "content">;

/** Loaded at the first use, with three hundred modules that read certificates. */
const library = () => import("@simplewebauthn/server");

/** More than anybody has devices. */
const maxPasskeys = 10;

/** Passkeys belong to the host of our address: what another page asks for is never signed for us. */
const relyingParty = ({ config }: Pick<Services, "config">) => ({
  id: new URL(config.publicUrl).hostname,
  origin: new URL(config.publicUrl).origin,
});

/** What the browser needs to make a passkey for this person; the session keeps the challenge. */
export async function newPasskeyOptions(
  services: Deps,
  {
    sessionId,
    member,
  }: {
    readonly sessionId: string;
    readonly member: { readonly id: string; readonly email: string; readonly name: string };
  },
) {
  const own = await passkeysOf(services.db, member.id);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: services.content.brand.name,
    rpID: relyingParty(services).id,
    userID: Buffer.from(member.id),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: "none",
    excludeCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
  });
  await setChallenge(services.db, sessionId, options.challenge);
  return options;
}

/** Keeps the passkey the browser made. Refuses `wrong_proof` if it doesn't answer the session's challenge, `conflict` if it is kept already. */
export async function addPasskey(
  services: Deps & Refuses<"wrong_proof" | "conflict">,
  {
    sessionId,
    memberId,
    name,
    response,
  }: { readonly sessionId: string; readonly memberId: string; readonly name: string; readonly response: unknown },
): Promise<void> {
  const { db, clock, refuse } = services;
  const { id, origin } = relyingParty(services);
  const challenge = await takeChallenge(db, sessionId);
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge ?? "",
    expectedOrigin: origin,
    expectedRPID: id,
  }).catch(() => null);
  if (challenge === null || !verified?.verified) throw refuse("wrong_proof");
  if ((await passkeysOf(db, memberId)).length >= maxPasskeys)
    throw refuse("conflict", { message: `You have ${maxPasskeys} passkeys already. Please remove one first.` });
  const { credential } = verified.registrationInfo;
  const added = await db
    .insertInto("staff_passkey")
    .values({
      id: newId(),
      member_id: memberId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: [...(credential.transports ?? [])],
      name,
      created_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!added) throw refuse("conflict", { message: "This passkey is in use already." });
}

/** What the browser needs to ask this person for one of their passkeys. Refuses `wrong_state` if there is none. */
export async function passkeyChallenge(
  services: Deps & Refuses<"wrong_state">,
  { sessionId, memberId }: { readonly sessionId: string; readonly memberId: string },
) {
  const own = await passkeysOf(services.db, memberId);
  if (own.length === 0) throw services.refuse("wrong_state", { message: "There's no passkey yet." });
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services).id,
    allowCredentials: own.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: "required",
  });
  await setChallenge(services.db, sessionId, options.challenge);
  return options;
}

/**
 * Whether the passkey of this person signed the session's challenge, which then is used up. A counter that does not rise is noted, not refused: many
 * passkeys are synchronized and never count, and a refusal would lock their owner out.
 */
export async function provesPasskey(
  services: Deps,
  {
    sessionId,
    memberId,
    response,
  }: { readonly sessionId: string; readonly memberId: string; readonly response: unknown },
): Promise<boolean> {
  const { db, clock } = services;
  const { id, origin } = relyingParty(services);
  const challenge = await takeChallenge(db, sessionId);
  const credentialId = (response as { readonly id?: unknown }).id;
  if (challenge === null || typeof credentialId !== "string") return false;
  const passkey = (await passkeysOf(db, memberId)).find(({ credential_id }) => credential_id === credentialId);
  if (!passkey) return false;
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    // The library refuses a counter that did not rise over the one given here.
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
      counter: 0,
    },
  }).catch(() => null);
  if (!verified?.verified) return false;
  const { newCounter } = verified.authenticationInfo;
  const now = clock.now();
  const stalled = passkey.counter > 0 && newCounter <= passkey.counter;
  await db
    .updateTable("staff_passkey")
    .set({
      counter: Math.max(newCounter, passkey.counter),
      last_used_at: now,
      ...(stalled ? { counter_stalled_at: now } : {}),
    })
    .where("id", "=", passkey.id)
    .execute();
  return true;
}

export const passkeysOf = (db: Database, memberId: string) =>
  db.selectFrom("staff_passkey").selectAll().where("member_id", "=", memberId).orderBy("created_at").execute();

const setChallenge = (db: Database, sessionId: string, challenge: string | null) =>
  db.updateTable("staff_session").set({ challenge }).where("id", "=", sessionId).execute();

/** The session's challenge, once: two answers to one challenge can't both count. */
async function takeChallenge(db: Database, sessionId: string): Promise<string | null> {
  const before = await db
    .selectFrom("staff_session")
    .select("challenge")
    .where("id", "=", sessionId)
    .forUpdate()
    .executeTakeFirst();
  await setChallenge(db, sessionId, null);
  return before?.challenge ?? null;
}
