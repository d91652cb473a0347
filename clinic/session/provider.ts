/** Where signing in by the practice's identity provider begins; it comes back to the page that is open now, from a proof or a sign-in. */
export function providerUrl({ proof = false }: { readonly proof?: boolean } = {}): string {
  const query = new URLSearchParams({ to: location.pathname, ...(proof ? { proof: "1" } : {}) });
  return `/api/clinic/staff/oidc?${query.toString()}`;
}

/**
 * Begins signing in there as the person a mailed link is for. The server reads the link's token from a cookie of its own path, because addresses end up
 * in logs.
 */
export function linkedProviderUrl(token: string): string {
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `staffLink=${token}; path=/api/clinic/staff/oidc; max-age=600; samesite=strict${secure}`;
  return "/api/clinic/staff/oidc?link=1";
}

const problems: Readonly<Record<string, string>> = {
  unavailable: "Your practice’s sign-in can’t be reached right now. Please try again in a few minutes.",
  misconfigured:
    "Your practice’s sign-in isn’t set up right for this app. Your practice has been told. Please try again later.",
  busy: "Many people are signing in right now. Please wait a minute and try again.",
  refused: "Your practice’s sign-in didn’t work, or your account there can’t use this app. Please try again.",
  not_fresh:
    "Your practice’s sign-in didn’t ask you to sign in again, so it doesn’t prove that it’s you. Please use a passkey or an authenticator app.",
  no_role: "Your account has no role in this app. Please ask an administrator of your practice.",
  disabled: "Your account here is disabled. Please ask an administrator of your practice.",
  email_taken:
    "You’re on the team here, but not yet by this account. Please open the link in your invitation, or ask an administrator to send you a new one.",
  not_invited:
    "Your account at your practice isn’t linked to anybody on the team here. Please open the link in your invitation. If you have none, ask an administrator to invite you under Team. If you’re on the team already, ask for a new link there.",
  already_linked:
    "You’re signed in at your practice as somebody else on the team. Please sign out there, then open your link again.",
  link_expired: "Your link doesn’t work any more. Please ask an administrator to send you a new one.",
};

/** Why the provider sent somebody back without a session, in words; null where it did not. */
export function providerProblem(search: string): string | null {
  const problem = new URLSearchParams(search).get("problem");
  return problem === null ? null : (problems[problem] ?? problems["refused"] ?? null);
}
