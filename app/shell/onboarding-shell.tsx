import type { ReactNode } from "react";
import { session, useSession } from "#app/api/session/session.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import AuthShell from "./auth-shell.tsx";

const visitShell = lazyRoute<{ children: ReactNode }>(() => import("#app/onboarding/visit/visit-shell.tsx"));
// A signed-in patient needs the shell as soon as the record arrives, so both load in parallel.
if (session.get().token !== null) void visitShell.preload();

/** Layout of the visit's pages; without an account, the split sign-up page, which loads none of the visit's code. */
export default function OnboardingShell({ children }: { children: ReactNode }) {
  const { token } = useSession();
  if (token === null) return <AuthShell>{children}</AuthShell>;
  return <visitShell.Part>{children}</visitShell.Part>;
}
