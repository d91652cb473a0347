/** Name of the follow-up code a mail's link carries to home (spec §4). */
export const followupCodeParam = "fud";

/** The code in a query, empty when it names none; null without it. */
export const followupCodeIn = (query: string): string | null => new URLSearchParams(query).get(followupCodeParam);

/** Home, with the code of `query` when it has one. */
export function homeWithFollowupCode(query: string): string {
  const code = followupCodeIn(query);
  return code === null ? "/home" : `/home?${new URLSearchParams({ [followupCodeParam]: code }).toString()}`;
}
