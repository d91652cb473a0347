import { type Role, roles } from "#contract/policy/roles.ts";
import { ProviderError } from "./answers.ts";

export type Claims = Readonly<Record<string, unknown>>;

/** How a practice's provider says roles. */
export interface RolesSettings {
  /** Where they are: a claim, or a path into one, like `realm_access.roles`. */
  readonly rolesClaim: string;
  /** Our roles by the provider's names for them, and no others; null: it says ours. */
  readonly rolesMap: ReadonlyMap<string, readonly Role[]> | null;
}

/** Longer is nobody's name or address, and many groups are no list of roles any more. */
const limits = { subject: 255, email: 254, name: 100, roles: 1000 };
const unprintable = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Who it is at the provider: 255 ASCII characters or fewer (OpenID Connect Core §2). Anything else is an answer that names nobody. */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub === "string" && sub !== "" && sub.length <= limits.subject && /^[\x20-\x7e]+$/.test(sub)) return sub;
  throw new ProviderError("odd_answer", "sub");
}

/** The address the provider has of them; it proves nothing. Null where there is none that mail could be sent to. */
export function emailOf(claims: Claims): string | null {
  const address = [claims["email"], claims["preferred_username"], claims["upn"]].find(
    (each): each is string =>
      typeof each === "string" && each.length <= limits.email && /^[^\s@"<>,;]+@[^\s@"<>,;]+\.[^\s@"<>,;]+$/.test(each),
  );
  return address === undefined || unprintable.test(address) ? null : address.toLowerCase();
}

/** Their name; null where there is none, or what nobody is called. */
export function nameOf({ name }: Claims): string | null {
  if (typeof name !== "string" || unprintable.test(name)) return null;
  const trimmed = name.trim();
  return trimmed === "" || Array.from(trimmed).length > limits.name ? null : trimmed;
}

/** The roles these claims give; null where they say nothing about them, which is not the same as none. */
export function rolesOf(claims: Claims, { rolesClaim, rolesMap }: RolesSettings): readonly Role[] | null {
  const given = valueAt(claims, rolesClaim);
  if (given === undefined || given === null) {
    if (isOverage(claims, rolesClaim)) throw new ProviderError("roles_left_out", "overage");
    return null;
  }
  const names = namesIn(given);
  if (names === null || names.length > limits.roles) throw new ProviderError("odd_answer", "roles");
  // A group of Keycloak's begins with a slash.
  const found = new Set<string>(
    names.flatMap((name) => rolesMap?.get(name) ?? (rolesMap ? [] : name.replace(/^\//, ""))),
  );
  return roles.filter((role) => found.has(role));
}

/** The value of a claim whose own name may have dots and colons, or of one inside it: `realm_access.roles`, `resource_access.my.app.roles`. */
function valueAt(claims: unknown, path: string): unknown {
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return (claims as Claims)[path];
  for (let dot = path.indexOf("."); dot > 0; dot = path.indexOf(".", dot + 1)) {
    const key = path.slice(0, dot);
    const found = Object.hasOwn(claims, key) ? valueAt((claims as Claims)[key], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of roles or groups: a list of names or ids, words in one text, or an object with a key for each (Zitadel). Null for anything else. */
function namesIn(given: unknown): readonly string[] | null {
  if (typeof given === "string") return [given, ...given.split(/[\s,]+/)];
  if (Array.isArray(given))
    return given.every((each) => typeof each === "string" || typeof each === "number") ? given.map(String) : null;
  return typeof given === "object" && given !== null ? Object.keys(given) : null;
}

/** The provider names the claim, but keeps it back, because it would be too long (Entra, "groups overage claim"). */
function isOverage(claims: Claims, rolesClaim: string): boolean {
  const names = claims["_claim_names"];
  const elsewhere = typeof names === "object" && names !== null && Object.hasOwn(names, rolesClaim);
  return elsewhere || (rolesClaim === "groups" && claims["hasgroups"] === true);
}
