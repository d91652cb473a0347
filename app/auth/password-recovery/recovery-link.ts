import { tokenClaims } from "#app/api/session/token.ts";

export interface RecoveryLink {
  /** E-mail of the account, for display and for the form; only the code grants access. */
  readonly username: string;
  readonly code: string;
}

/** Reads `v` and `c` of a recovery link (spec §5); null when either is missing or `v` does not decode to a username. */
export function readRecoveryLink(search: string): RecoveryLink | null {
  const query = new URLSearchParams(search);
  const username = tokenClaims(query.get("v") ?? "")["username"];
  const code = query.get("c");
  return typeof username === "string" && username !== "" && code ? { username, code } : null;
}
