import { join } from "node:path";
import { type Graph, imported } from "./imported.ts";

const app = join(import.meta.dirname, "../../app");
const home = ["treatment/overview/home.tsx", "shell/dashboard/dashboard-shell.tsx"];
/** What the first pages load for everybody: it is left alone. */
const first = [
  "main.tsx",
  "sign-out/suspend-on-session-end.ts",
  "routes/prefetch-calls.ts",
  "growth/promo/apply-codes-on-session.ts",
  "growth/tracking/track-visit.ts",
  "growth/tracking/web-vitals.ts",
  "onboarding/eligibility/eligibility-page.tsx",
];
/** Pages of visitors, who would otherwise load home for an illustration that both show. */
const beforeSignIn = [
  "auth/password-recovery/forgot-password-page.tsx",
  "auth/password-recovery/new-password-page.tsx",
  "auth/sign-up/invitation-code-page.tsx",
  "shell/not-found-page.tsx",
];
/** What loads while a form is filled in. */
const typing = ["auth/login/sign-in.ts", "auth/sign-up/create-account.ts", "api/load-record.ts"];
/** Pages of patients who have no home page yet. */
const visit = [
  "onboarding/questions/health-questions-page.tsx",
  "onboarding/options/treatment-options-page.tsx",
  "onboarding/addons/treatment-addons-page.tsx",
  "onboarding/identity/identity-verification-page.tsx",
  "onboarding/checkout/checkout-page.tsx",
];

/**
 * Home and its shell are split into three chunks: `calls`, all that signing in needs, `shared` with the visit, and `dashboard`. Over a slow
 * connection their seventy small files would wait for one another. A module is assigned by its importers, so that none has to be listed.
 */
export function createHomeChunks(): (id: string, graph: Graph) => string | null {
  let names: ReadonlyMap<string, string> | null = null;
  return (id, graph) => {
    names ??= assignChunks(graph);
    return names.get(id) ?? null;
  };
}

function assignChunks(graph: Graph): ReadonlyMap<string, string> {
  const [loadedFirst, loadedWhileTyping, loadedInVisit] = [
    importedByApp(graph, [...first, ...beforeSignIn]),
    importedByApp(graph, typing),
    importedByApp(graph, visit),
  ];
  const typed = typing.map((file) => join(app, file));
  const wanted = [...importedByApp(graph, home), ...loadedWhileTyping].filter(
    (id) => !loadedFirst.has(id) && !typed.includes(id),
  );
  return new Map(
    wanted.map((id) => [id, loadedWhileTyping.has(id) ? "calls" : loadedInVisit.has(id) ? "shared" : "dashboard"]),
  );
}

const importedByApp = (graph: Graph, files: readonly string[]): ReadonlySet<string> =>
  imported(
    graph,
    files.map((file) => join(app, file)),
  );
