import { type AppRoute, shells } from "#app/routes/routes.tsx";

/** Begins to load a page and its shell. */
export function preload({ page, shell }: Pick<AppRoute, "page" | "shell">): void {
  void page?.preload();
  if (shell !== "none") void shells[shell].preload();
}
