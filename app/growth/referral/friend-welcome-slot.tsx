import { useState } from "react";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";

const FriendWelcome = lazyRoute<{ className?: string | undefined }>(() => import("./friend-welcome.tsx")).Part;

/**
 * Slot that tells a visitor who came by a friend's link what it brings, before they use it; empty for everyone else. It suspends while its code loads:
 * above a form, it comes with the form.
 */
export function FriendWelcomeSlot({ className }: { className?: string | undefined }) {
  const [hasReferral] = useState(() => visitorCookies.get(cookieNames.referral) !== null);
  return hasReferral && <FriendWelcome className={className} />;
}
