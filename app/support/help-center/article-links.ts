import { navigate } from "wouter/use-browser-location";

/** What was searched for and which topic was open: it goes along to an article and back again. */
export interface ListState {
  readonly words: string;
  readonly topic: string;
}

export function parseListState(state: unknown): ListState {
  const { words: searchText = "", topic = "" } = ((state as { place?: Partial<ListState> } | null)?.place ??
    {}) as Partial<ListState>;
  return { words: searchText, topic };
}

/** Keeps the place with the page of the list, for the way back. */
export const saveListState = (listState: ListState): void =>
  history.replaceState({ ...history.state, place: listState }, "");

/** Where an article is read. Ids name no medicine and no condition: a test of the content holds that, as no address may. */
export const articlePath = (id: string): string => `/support/${encodeURIComponent(id)}`;

export const openArticle = (id: string): void =>
  navigate(articlePath(id), { state: { place: parseListState(history.state) } });

export const openList = (): void => navigate("/support", { state: { place: parseListState(history.state) } });
