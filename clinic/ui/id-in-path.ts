import { useLocation } from "wouter";
import * as z from "zod/mini";
import { Id } from "#contract/fields/fields.ts";

/** The id in the address `/clinic/<page>/<id>`; null without one, and for what can't be one. */
export function useIdInPath(page: string): string | null {
  const [path] = useLocation();
  const start = `/clinic/${page}/`;
  return z.safeParse(Id, path.startsWith(start) ? path.slice(start.length) : "").data ?? null;
}
