import { useLayoutEffect } from "react";
import { navigate } from "wouter/use-browser-location";

/** Replaces this page with another page of the app. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
