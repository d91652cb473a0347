import { navigate, useHistoryState } from "wouter/use-browser-location";

/** The open article lives in the history's state: titles of articles name health matters, and no address may. */
export function openArticle(id: string): void {
  navigate("/support", { state: { article: id } });
}

/** Id of the open article; null for the list of them. */
export function useOpenArticle(): string | null {
  const state: unknown = useHistoryState();
  if (typeof state !== "object" || state === null || !("article" in state)) return null;
  return typeof state.article === "string" ? state.article : null;
}
