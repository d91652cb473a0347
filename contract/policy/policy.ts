import { type Role, type RoleGrant, roleGrants, roles } from "./roles.ts";

/**
 * Who may see and do what in the practice, said once: a role, or the scope of an API key, is what it reads and what it writes of which part. Calls, fields
 * of answers, kinds of the inbox, pages and buttons name a permission and are opened by whoever has it; nothing else asks for a role or a scope.
 */

/** What the practice knows and does, in parts that a role has or hasn't. */
export const parts = [
  /** Who the patients are and how far each is: lists, search, contact data. */
  "patients",
  /** What patients tell of their health: answers, documents, follow-ups, emergencies; and the practice's notes about it. */
  "health",
  /** What was asked for and decided: cases, plans, renewals, upsells, changes, letters. Writing is deciding, as the doctor one is. */
  "prescribing",
  "doctor_conversation",
  "services_conversation",
  "contact_form",
  /** Identity checks and their photos. */
  "identity",
  /** What was ordered, and how far it is. */
  "orders",
  "subscriptions",
  /** What is to be packed, sent and delivered. */
  "dispensing",
  /** What the people of the practice remind each other of and ask each other. */
  "tasks",
  /** Refunds, mismatches, disputes and the books. */
  "money",
  /** The practice's people, their roles and doctors: whoever writes this can give themself everything else. */
  "team",
  /** Who has accessed which record. Writing is saying what was found of an unusual access. */
  "audit",
  /** API keys, and how the outside systems are. */
  "keys",
  /** The event log and the webhooks that send it. */
  "events",
] as const;
export type Part = (typeof parts)[number];
export type Permission = `${"read" | "write"}:${Part}`;

export const permissions = parts.flatMap((part): readonly Permission[] => [`read:${part}`, `write:${part}`]);

export interface Grant {
  readonly reads: readonly Part[];
  readonly writes: readonly Part[];
}

const readsAndWrites = (...both: readonly Part[]): Grant => ({ reads: both, writes: both });
const conversations = ["doctor_conversation", "services_conversation"] as const;

/** What each scope of an API key opens; a key has several. */
const scopeGrants = {
  patients: readsAndWrites("patients"),
  clinical: {
    reads: ["health", "prescribing", ...conversations, "tasks"],
    writes: ["health", ...conversations, "tasks"],
  },
  identity: readsAndWrites("identity"),
  rx: readsAndWrites("prescribing", "tasks"),
  messages: readsAndWrites("services_conversation", "contact_form", "tasks"),
  orders: readsAndWrites("orders", "subscriptions", "tasks"),
  dispense: { reads: ["orders", "dispensing", "tasks"], writes: ["dispensing", "tasks"] },
  finance: { reads: ["orders", "money", "tasks"], writes: ["money", "tasks"] },
  audit: readsAndWrites("audit"),
  events: readsAndWrites("events"),
  keys: readsAndWrites("keys"),
  team: readsAndWrites("team"),
} satisfies Record<string, Grant>;
export type Scope = keyof typeof scopeGrants;
export const scopes = Object.keys(scopeGrants) as Scope[];

/** Somebody of the practice, as far as their roles say what they may do. */
interface Member {
  readonly roles: readonly Role[];
  /** Of a physician: the doctor in whose name they decide. Without one they may nothing as a physician. */
  readonly doctorid: string | null;
}

/** The roles of somebody that count. */
export const rolesInEffect = ({ roles: own, doctorid }: Member): readonly Role[] =>
  own.filter((role) => role !== "physician" || doctorid !== null);

/** What a grant by parts alone gives. */
export const permissionsOfGrant = ({ reads = [], writes = [] }: Partial<Grant>): readonly Permission[] => [
  ...reads.map((part): Permission => `read:${part}`),
  ...writes.map((part): Permission => `write:${part}`),
];

/** What somebody with these scopes may do. */
export const permissionsOfScopes = (own: readonly Scope[]): readonly Permission[] => [
  ...new Set(own.flatMap((scope) => permissionsOfGrant(scopeGrants[scope]))),
];

/** What somebody's roles let them do. */
export const permissionsOf = (member: Member): readonly Permission[] => [
  ...new Set(rolesInEffect(member).flatMap(permissionsOfRole)),
];

/** What one role lets somebody do. */
export const permissionsOfRole = (role: Role): readonly Permission[] => {
  const grant: RoleGrant = roleGrants[role];
  return [...new Set([...permissionsOfScopes(grant.scopes), ...permissionsOfGrant(grant)])];
};

/** The roles that give nothing beyond what a system may do: it stands for whoever has them. */
export const rolesWithin = (own: readonly Permission[]): readonly Role[] =>
  roles.filter((role) => permissionsOfRole(role).every((permission) => own.includes(permission)));

/** Whether one of these is had. */
export const permits = (own: readonly Permission[], needs: readonly Permission[]): boolean =>
  needs.some((permission) => own.includes(permission));

/** The scopes that give nothing beyond what somebody may do: those an API key may have from them, and whose work is theirs. */
export const scopesWithin = (own: readonly Permission[]): readonly Scope[] =>
  scopes.filter((scope) => permissionsOfScopes([scope]).every((permission) => own.includes(permission)));

/** Scopes of which each alone is enough. */
export const scopesThatPermit = (needs: readonly Permission[]): readonly Scope[] =>
  scopes.filter((scope) => permits(permissionsOfScopes([scope]), needs));
