import type { Scope } from "#contract/http/scopes.ts";

export interface PageEntry {
  readonly path: string;
  readonly label: string;
  /** `g` and this letter goes there. */
  readonly letter: string;
  /** One of these opens it; null: everybody who is signed in. */
  readonly scopes: readonly Scope[] | null;
  /** Where only some of these find a list there: others come by links, so it is not in their navigation. */
  readonly listedFor?: readonly Scope[];
}

/** One of these opens a queue of the inbox. */
const queueScopes = ["clinical", "rx", "identity", "messages", "orders", "dispense", "finance"] as const;

/** The pages in the order of the navigation. */
export const pages = [
  { path: "/clinic/inbox", label: "Inbox", letter: "i", scopes: queueScopes },
  {
    path: "/clinic/patients",
    label: "Patients",
    letter: "p",
    scopes: ["patients", "clinical", "rx", "dispense"],
    listedFor: ["patients"],
  },
  // Opened from the inbox.
  { path: "/clinic/case", label: "Case", letter: "c", scopes: ["clinical", "rx"], listedFor: [] },
  { path: "/clinic/conversation", label: "Conversation", letter: "v", scopes: ["messages", "clinical"], listedFor: [] },
  { path: "/clinic/emergency", label: "Emergency", letter: "e", scopes: ["clinical"], listedFor: [] },
  { path: "/clinic/item", label: "From a patient", letter: "n", scopes: ["clinical"], listedFor: [] },
  { path: "/clinic/contact", label: "Contact form", letter: "f", scopes: ["messages"], listedFor: [] },
  { path: "/clinic/dispensing", label: "Dispensing", letter: "d", scopes: ["dispense"] },
  { path: "/clinic/money", label: "Money", letter: "m", scopes: ["finance"] },
  { path: "/clinic/day", label: "Day", letter: "w", scopes: queueScopes },
  { path: "/clinic/team", label: "Team", letter: "t", scopes: ["team"] },
  { path: "/clinic/systems", label: "Systems", letter: "s", scopes: ["keys", "events"] },
  { path: "/clinic/audit", label: "Audit", letter: "a", scopes: ["audit"] },
  { path: "/clinic/account", label: "Your account", letter: "y", scopes: null },
] as const satisfies readonly PageEntry[];

const holdsOne = (scopes: readonly Scope[] | null, held: readonly Scope[]): boolean =>
  scopes === null || scopes.some((scope) => held.includes(scope));

/** The navigation of somebody with these scopes. */
export const pagesFor = (held: readonly Scope[]): readonly PageEntry[] =>
  pages.filter((page: PageEntry) => holdsOne(page.listedFor ?? page.scopes, held));

/** The page at a path; `forbidden` where the person's roles don't open it, null where there is none. */
export function pageAt(path: string, held: readonly Scope[]): PageEntry | "forbidden" | null {
  const entry = pages.find((page) => path === page.path || path.startsWith(`${page.path}/`));
  if (!entry) return null;
  return holdsOne(entry.scopes, held) ? entry : "forbidden";
}

/** Where somebody starts: the first page that is theirs. */
export const firstPage = (held: readonly Scope[]): string => pagesFor(held)[0]?.path ?? "/clinic/account";
