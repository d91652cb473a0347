import type { ReactNode } from "react";
import { session, useSession } from "#app/api/session/session.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import AuthShell from "#app/shell/auth-shell.tsx";

const visitShell = lazyRoute<{ children: ReactNode }>(() => import("./visit/visit-shell.tsx"));
// Somebody signed in needs it as soon as her record has arrived, so both travel together.
if (session.get().token !== null) void visitShell.preload();

/** Around the pages of the visit; without an account, the split page on which she makes one, which needs none of the visit's code. */
export default function OnboardingShell({ children }: { children: ReactNode }) {
  const { token } = useSession();
  if (token === null) return <AuthShell>{children}</AuthShell>;
  return <visitShell.Part>{children}</visitShell.Part>;
}
