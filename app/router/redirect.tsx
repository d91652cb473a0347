import { useEffect, useLayoutEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { marketingUrl } from "#app/settings.ts";
import { PageLoading } from "./page-loading.tsx";

/** Replaces this page with another page of the app. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

/** Leaves for the marketing site. */
export function LeaveApp({ to, signingOut }: { to: "/" | "/contact"; signingOut: boolean }) {
  useEffect(() => {
    if (signingOut) void import("#app/sign-out/sign-out.ts").then(({ signOut }) => signOut());
    else location.replace(marketingUrl(to));
  }, [to, signingOut]);
  return <PageLoading />;
}
