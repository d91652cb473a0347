import { useState } from "react";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";

const load = () => import("./friend-welcome.tsx");
type WelcomeProps = { className?: string | undefined };
const FriendWelcome = lazyRoute<WelcomeProps>(load).Part;
const OptionalWelcome = lazyRoute<WelcomeProps>(load, true).Part;

/**
 * Slot that tells a visitor who came by a friend's link what it brings, before they use it; empty for everyone else. It suspends while its code loads:
 * above a form, it comes with the form, which would send the code unseen. `optional`: the patient has an account and accepts the reward here.
 */
export function FriendWelcomeSlot({ className, optional = false }: WelcomeProps & { optional?: boolean }) {
  const [hasReferral] = useState(() => visitorCookies.get(cookieNames.referral) !== null);
  const Welcome = optional ? OptionalWelcome : FriendWelcome;
  return hasReferral && <Welcome className={className} />;
}
