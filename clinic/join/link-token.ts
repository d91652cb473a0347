import * as z from "zod/mini";
import { LinkToken } from "#contract/staff/sessions.ts";

/** What `take` needs of the window. */
interface Address {
  readonly location: { readonly hash: string; readonly pathname: string };
  readonly history: { readonly replaceState: (data: unknown, unused: string, url: string) => void };
}

/** The one-time token of a mailed link. It leaves the address bar at once, so that nobody reads it there and no history keeps it; null if there is none. */
export function takeLinkToken({ location, history }: Address): string | null {
  const token = location.hash.slice(1);
  if (token === "") return null;
  history.replaceState(null, "", location.pathname);
  return z.safeParse(LinkToken, token).success ? token : null;
}
