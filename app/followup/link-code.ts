/** Name of the follow-up code a mail's link carries to home (spec §4). */
export const linkCodeName = "fud";

/** The code in a query, empty when it names none; null without it. */
export const linkCodeIn = (query: string): string | null => new URLSearchParams(query).get(linkCodeName);

/** Home, with the code of `query` when it has one. */
export function homeWithLinkCode(query: string): string {
  const code = linkCodeIn(query);
  return code === null ? "/home" : `/home?${new URLSearchParams({ [linkCodeName]: code }).toString()}`;
}
