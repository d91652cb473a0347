import { navigate } from "wouter/use-browser-location";

/** What was searched for and which topic was open: it goes along to an article and back again. */
export interface Place {
  readonly words: string;
  readonly topic: string;
}

export function placeIn(state: unknown): Place {
  const { words = "", topic = "" } = ((state as { place?: Partial<Place> } | null)?.place ?? {}) as Partial<Place>;
  return { words, topic };
}

/** Keeps the place with the page of the list, for the way back. */
export const keepPlace = (place: Place): void => history.replaceState({ ...history.state, place }, "");

/** Where an article is read. Ids name no medicine and no condition: a test of the content holds that, as no address may. */
export const articlePath = (id: string): string => `/support/${encodeURIComponent(id)}`;

export const openArticle = (id: string): void =>
  navigate(articlePath(id), { state: { place: placeIn(history.state) } });

export const openList = (): void => navigate("/support", { state: { place: placeIn(history.state) } });
