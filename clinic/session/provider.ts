/** Where signing in by the practice's identity provider begins; it comes back to the page that is open now. */
export function providerUrl({ proof = false }: { readonly proof?: boolean } = {}): string {
  const query = new URLSearchParams({ to: location.pathname, ...(proof ? { proof: "1" } : {}) });
  return `/api/clinic/staff/oidc?${query.toString()}`;
}

const problems: Readonly<Record<string, string>> = {
  unavailable: "Your practice’s sign-in can’t be reached right now. Please try again in a few minutes.",
  refused: "Your practice’s sign-in didn’t work. Please try again.",
  no_role: "Your account has no role in this app. Please ask an administrator of your practice.",
  disabled: "Your account here is disabled. Please ask an administrator of your practice.",
  email_taken: "Somebody else here has your email. Please ask an administrator of your practice.",
};

/** Why the provider sent somebody back without a session, in words; null where it did not. */
export function providerProblem(search: string): string | null {
  const problem = new URLSearchParams(search).get("problem");
  return problem === null ? null : (problems[problem] ?? problems["refused"] ?? null);
}
