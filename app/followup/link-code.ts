/** Query parameter of the follow-up code in a mail's link to home (spec §4). */
export const followupCodeParam = "fud";

/** The code in a query string: empty if the parameter is empty, null without it. */
export const followupCodeIn = (query: string): string | null => new URLSearchParams(query).get(followupCodeParam);

/** Path of home, with the code of `query` if it has one. */
export function homeWithFollowupCode(query: string): string {
  const code = followupCodeIn(query);
  return code === null ? "/home" : `/home?${new URLSearchParams({ [followupCodeParam]: code }).toString()}`;
}
