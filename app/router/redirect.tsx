import { useEffect, useLayoutEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { marketingUrl } from "#app/api/settings.ts";
import { PageLoading } from "./page-loading.tsx";

/** On to another page of the app, in place of this one. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

/** Away to the marketing site. */
export function LeaveApp({ to, signingOut }: { to: "/" | "/contact"; signingOut: boolean }) {
  useEffect(() => {
    if (signingOut) void import("#app/auth/sign-out.ts").then(({ signOut }) => signOut());
    else location.replace(marketingUrl(to));
  }, [to, signingOut]);
  return <PageLoading />;
}
