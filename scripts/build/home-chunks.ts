import { join } from "node:path";

/** The bundler's information on a module. */
interface Graph {
  readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null;
}

const app = join(import.meta.dirname, "../../app");
const home = ["treatment/home.tsx", "shell/dashboard-shell.tsx"];
/** What the first pages load for everybody: it is left alone. */
const first = [
  "main.tsx",
  "auth/session-end.ts",
  "shell/first-calls.ts",
  "growth/promo/follow-codes.ts",
  "growth/tracking/follow-tracking.ts",
  "growth/tracking/vitals.ts",
  "onboarding/eligibility.tsx",
];
/** What loads while a form is filled in. */
const typing = ["auth/sign-in.ts", "auth/sign-up.ts", "router/load-record.ts"];
/** Pages of patients who have no home page yet. */
const visit = [
  "onboarding/health-questions.tsx",
  "onboarding/treatment-options.tsx",
  "onboarding/treatment-addons.tsx",
  "onboarding/identity-verification.tsx",
  "onboarding/checkout.tsx",
];

/**
 * Home and its shell are split into three chunks: `calls`, which signing in needs as well, `shared` with the visit, and `dashboard`. Over a slow
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
    imported(graph, first),
    imported(graph, typing),
    imported(graph, visit),
  ];
  const wanted = [...imported(graph, home)].filter((id) => !loadedFirst.has(id));
  return new Map(
    wanted.map((id) => [id, loadedWhileTyping.has(id) ? "calls" : loadedInVisit.has(id) ? "shared" : "dashboard"]),
  );
}

/** These files of the app with everything they import, at any depth. */
function imported(graph: Graph, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = files.map((file) => join(app, file));
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
