import { navigate } from "wouter/use-browser-location";

/** The search text and the open topic: kept while an article is open and restored on the way back. */
export interface ListState {
  readonly searchText: string;
  readonly topic: string;
}

export function parseListState(state: unknown): ListState {
  const { searchText = "", topic = "" } = ((state as { listState?: Partial<ListState> } | null)?.listState ??
    {}) as Partial<ListState>;
  return { searchText, topic };
}

/** Keeps the list state in its history entry, for the way back. */
export const saveListState = (listState: ListState): void => history.replaceState({ ...history.state, listState }, "");

/** Path of an article. Ids must name no medicine and no condition, as no address may; a test of the content checks that. */
export const articlePath = (id: string): string => `/support/${encodeURIComponent(id)}`;

export const openArticle = (id: string): void =>
  navigate(articlePath(id), { state: { listState: parseListState(history.state) } });

export const openList = (): void => navigate("/support", { state: { listState: parseListState(history.state) } });
