import { call } from "#app/api/call.ts";
import { browserCookies } from "#app/api/session/cookies.ts";
import { stopLive } from "#app/api/live/event-hub.ts";
import { session } from "#app/api/session/session.ts";
import { marketingUrl } from "#app/settings.ts";
import { drafts } from "#app/forms/drafts.ts";
import { promoQuery } from "#app/growth/promo/promo-codes.ts";
import { clearMessages } from "#app/messages/outbox/clear-messages.ts";
import { auth } from "#contract/auth.ts";

/**
 * Ends the session here and on the server, clears the patient's data, and leaves for the marketing site with the session's promo (spec §4). Without a
 * response from the server the patient is still signed out on this device.
 */
export async function signOut(): Promise<void> {
  const marketingHome = marketingUrl("/", promoQuery(browserCookies));
  stopLive();
  await call(auth.signOut, {}, { retry: false }).catch(() => null);
  await clearLocalData();
  location.replace(marketingHome);
}

/**
 * The account is closed and all its sessions are over: nothing stays on the device, and the login page says so. The live connection is closed before,
 * while the account is being closed.
 */
export async function leaveAfterClosing(): Promise<void> {
  await clearLocalData();
  location.replace("/login?closed=true");
}

async function clearLocalData(): Promise<void> {
  session.clear(true);
  drafts.removeAll();
  await clearMessages();
}
