import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { verifyOptOutToken } from "./opt-out-token.ts";
import { insertInvitationOptOut } from "./referral-queries.ts";

/** The page where a friend stops invitations with a press; the token stays behind `#`, where no server and no log sees it. */
export const invitationsPage = (token: string): string => `/no-more-invitations#${token}`;

/** Stops invitations to the address a token is for; false for any other text. */
export async function stopInvitationsOf(
  { db, secrets, clock }: Pick<Services, "secrets" | "clock"> & { readonly db: Database },
  token: string,
): Promise<boolean> {
  const digest = verifyOptOutToken(secrets, token);
  if (digest) await insertInvitationOptOut(db, digest, clock.now());
  return digest !== null;
}
