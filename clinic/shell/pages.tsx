import { type ComponentType, lazy } from "react";
import { loadChunk } from "#app/router/load-chunk.ts";
import { inboxNeeds } from "#contract/care/inbox-kinds.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";

/** A page of the staff app: where it is, who may open it, the key that goes there, and what it shows. */
export interface PageEntry {
  readonly path: string;
  readonly label: string;
  /** `g` and this letter goes there. */
  readonly letter: string;
  /** One of these opens it; null: everybody who is signed in. */
  readonly needs: readonly Permission[] | null;
  /** Where only some of these find a list there: others come by links, so it is not in their navigation. */
  readonly listedFor?: readonly Permission[];
  /** Where only some of these begin here: whoever has nothing but tasks begins where the rest of their work is. */
  readonly startsFor?: readonly Permission[];
  readonly screen: ComponentType;
}

/** A page's screen is a chunk of its own. */
const screen = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): ComponentType =>
  lazy<ComponentType>(() => loadChunk(load).then((chunk) => ({ default: chunk[name] })));

/** The pages in the order of the navigation. */
export const pages = [
  {
    ...{ path: "/clinic/inbox", label: "Inbox", letter: "i", needs: inboxNeeds },
    startsFor: inboxNeeds.filter((permission) => permission !== "read:tasks"),
    screen: screen(() => import("#clinic/inbox/inbox-page.tsx"), "InboxPage"),
  },
  {
    ...{
      path: "/clinic/patients",
      label: "Patients",
      letter: "p",
      needs: ["read:patients", "read:health", "read:prescribing", "read:dispensing"],
      listedFor: ["read:patients"],
    },
    screen: screen(() => import("#clinic/patients/patients-page.tsx"), "PatientsPage"),
  },
  {
    ...{
      path: "/clinic/lists",
      label: "Lists",
      letter: "b",
      needs: ["read:patients", "read:dispensing"],
      startsFor: [],
    },
    screen: screen(() => import("#clinic/lists/lists-page.tsx"), "ListsPage"),
  },
  // Opened from the inbox.
  {
    ...{ path: "/clinic/case", label: "Case", letter: "c", needs: ["read:prescribing"], listedFor: [] },
    screen: screen(() => import("#clinic/case/case-page.tsx"), "CasePage"),
  },
  {
    ...{
      path: "/clinic/conversation",
      label: "Conversation",
      letter: "v",
      needs: ["read:doctor_conversation", "read:services_conversation"],
      listedFor: [],
    },
    screen: screen(() => import("#clinic/conversation/conversation-page.tsx"), "ConversationPage"),
  },
  {
    ...{ path: "/clinic/emergency", label: "Emergency", letter: "e", needs: ["read:health"], listedFor: [] },
    screen: screen(() => import("#clinic/emergency/emergency-page.tsx"), "EmergencyPage"),
  },
  {
    ...{ path: "/clinic/item", label: "From a patient", letter: "n", needs: ["read:health"], listedFor: [] },
    screen: screen(() => import("#clinic/item/item-page.tsx"), "ItemPage"),
  },
  {
    ...{ path: "/clinic/pair", label: "Same person?", letter: "o", needs: ["read:identity"], listedFor: [] },
    screen: screen(() => import("#clinic/pair/pair-page.tsx"), "PairPage"),
  },
  {
    ...{ path: "/clinic/task", label: "Task or question", letter: "q", needs: ["read:tasks"], listedFor: [] },
    screen: screen(() => import("./task-screen.tsx"), "TaskScreen"),
  },
  {
    ...{ path: "/clinic/log", label: "Log", letter: "r", needs: ["read:tasks"], startsFor: [] },
    screen: screen(() => import("#clinic/log/log-page.tsx"), "LogPage"),
  },
  {
    ...{ path: "/clinic/contact", label: "Contact form", letter: "f", needs: ["read:contact_form"], listedFor: [] },
    screen: screen(() => import("#clinic/contact/contact-page.tsx"), "ContactPage"),
  },
  {
    ...{ path: "/clinic/dispensing", label: "Dispensing", letter: "d", needs: ["read:dispensing"] },
    screen: screen(() => import("#clinic/dispensing/dispensing-page.tsx"), "DispensingPage"),
  },
  {
    ...{ path: "/clinic/money", label: "Money", letter: "m", needs: ["read:money"] },
    screen: screen(() => import("#clinic/money/money-page.tsx"), "MoneyPage"),
  },
  {
    ...{ path: "/clinic/day", label: "Day", letter: "w", needs: inboxNeeds, startsFor: [] },
    screen: screen(() => import("#clinic/day/day-page.tsx"), "DayPage"),
  },
  {
    ...{ path: "/clinic/team", label: "Team", letter: "t", needs: ["read:team"] },
    screen: screen(() => import("#clinic/team/team-page.tsx"), "TeamPage"),
  },
  {
    ...{ path: "/clinic/systems", label: "Systems", letter: "s", needs: ["read:keys", "read:events"] },
    screen: screen(() => import("#clinic/systems/systems-page.tsx"), "SystemsPage"),
  },
  {
    ...{ path: "/clinic/audit", label: "Audit", letter: "a", needs: ["read:audit"] },
    screen: screen(() => import("#clinic/audit/audit-page.tsx"), "AuditPage"),
  },
  {
    ...{ path: "/clinic/account", label: "Your account", letter: "y", needs: null },
    screen: screen(() => import("#clinic/account/account-page.tsx"), "AccountPage"),
  },
] as const satisfies readonly PageEntry[];

const opensFor = (needs: readonly Permission[] | null, own: readonly Permission[]): boolean =>
  needs === null || permits(own, needs);

/** The navigation of somebody with these permissions. */
export const pagesFor = (own: readonly Permission[]): readonly PageEntry[] =>
  pages.filter((page: PageEntry) => opensFor(page.listedFor ?? page.needs, own));

/** The page at a path; `forbidden` where the person's roles don't open it, null where there is none. */
export function pageAt(path: string, own: readonly Permission[]): PageEntry | "forbidden" | null {
  const entry = pages.find((page) => path === page.path || path.startsWith(`${page.path}/`));
  if (!entry) return null;
  return opensFor(entry.needs, own) ? entry : "forbidden";
}

/** Where somebody starts: the first page in their navigation where they begin. */
export const firstPage = (own: readonly Permission[]): string =>
  pagesFor(own).find(({ needs, startsFor }) => opensFor(startsFor ?? needs, own))?.path ?? "/clinic/account";
