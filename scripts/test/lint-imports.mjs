/** The lint rule about who may import whom, for oxlint (.oxlintrc.json); ARCHITECTURE.md describes it. */
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** What each feature of the app shows the others, as files: a module that exports them all would pull them into one chunk. */
const appFaces = JSON.parse(readFileSync(new URL("../../app/public.json", import.meta.url), "utf8"));

/** Server folders beside the features that compose them, or that all of them use. */
export const notFeatures = new Set([
  "platform",
  "migrations",
  "testing",
  "contract-tests",
  "crash-tests",
  "web",
  "operations",
  "openapi",
]);
/** Folders of the app that know no feature. */
const appBase = new Set(["ui", "api", "browser", "formats", "forms", "router"]);
/** What the design system may import: it knows nothing else of the app. */
const belowDesign = new Set(["ui", "browser", "formats"]);
/** What the staff app may use of the patient's app: what knows no feature and no patient's session. */
const clinicUses =
  /^app\/(?:(?:ui|forms|formats|browser)\/|(?:settings|api\/api-error|api\/request|api\/too-large|router\/load-chunk)\.ts$)/;
/** Folders of the staff app that its pages build on, from the lowest up. */
const clinicBase = ["api", "ui", "session", "factors", "work", "care", "prescribing"];
/** Folders of the app that compose features, beside the files at its top. */
const appComposes = new Set([null, "routes", "shell", "playground"]);
const composes = /^server\/(?:[^/]+$|testing\/|contract-tests\/|crash-tests\/|realtime\/|operations\/|web\/)/;
const isTest = /\.test\.tsx?$|\/testing\//;

/** The demo's care desk, and what it may use. */
const careDesk = "server/demo/care-desk/";
const deskUses = /^(?:client|contract|content|server\/platform(?!\/database))\//;

const topOf = (path) => path.split("/", 1)[0];
/** The feature, or the folder beside the features, that a file of the server or the app is in; null at the top. */
export const featureOf = (path) => {
  const [top, folder, file] = path.split("/");
  return ["server", "app", "clinic"].includes(top) && file !== undefined ? folder : null;
};

/** Why a file may not import another, or null when it may. Both are paths from the project root. */
export function objection(from, target) {
  if (target.startsWith(careDesk) && !from.startsWith("server/demo/"))
    return "The care desk is a user of the clinic's calls: only the demo knows it.";
  if (isTest.test(from)) return null;
  if (from.startsWith(careDesk) && !target.startsWith(careDesk) && !deskUses.test(target))
    return "The care desk lives on the clinic's calls, like any practice's system: a list it needs, a person has.";
  const [top, other] = [topOf(from), topOf(target)];
  if (top === "contract")
    return other === "contract" ? null : "The contract imports nothing of ours: server and browser both build on it.";
  if (top === "client")
    return other === "client"
      ? null
      : "The client is a package of its own, under a licence of its own: it imports nothing of ours.";
  if (other === "client" && !from.startsWith("server/demo/"))
    return "The client is for the practice's own system; here it is only tested.";
  if (other === "clinic" && top !== "clinic")
    return "The staff app is a build of its own: nothing of it is in the patient's app or on the server.";
  if (top === "clinic") {
    if (["server", "content", "embed", "site"].includes(other)) return "The browser's code may use only the contract.";
    if (other === "app" && !clinicUses.test(target))
      return "The staff app uses of the patient's app only what knows no feature: its session is another one.";
    if (other !== "clinic") return null;
    const [own, its] = [featureOf(from), featureOf(target)];
    if (own === null || own === "shell" || own === its) return null;
    const [above, below] = [own, its].map((folder) => clinicBase.indexOf(folder));
    if (below === -1) return "A page doesn't know the other pages: hand in what it does, or move this down.";
    return above === -1 || below < above
      ? null
      : "This folder is below that one: hand in what it does, or move this up.";
  }
  if (top === "embed" || top === "site")
    return ["server", "app", "content"].includes(other)
      ? "The loader and the sample site use nothing of the app but the contract."
      : null;
  if (top !== "server" && top !== "app") return null;
  if (top === "app") {
    if (other === "server" || other === "content") return "The browser's code may use only the contract.";
    if (other !== "app" || target === "app/settings.ts") return null;
    const [own, its] = [featureOf(from), featureOf(target)];
    if (own === "ui" && !belowDesign.has(its)) return "The design system knows no feature: hand in what it shows.";
    if (appBase.has(own) && !appBase.has(its))
      return "This folder knows no feature: hand in what it does, or move this up.";
    if (appComposes.has(own) || appBase.has(its) || its === own) return null;
    if (appComposes.has(its)) return "A feature doesn't know what composes it: move this down, or hand it in.";
    return appFaces[its]?.includes(target.split("/").slice(2).join("/"))
      ? null
      : "A feature imports only the files another one lists in app/public.json.";
  }
  if (["app", "site", "embed"].includes(other))
    return "The server never imports the browser's code; both meet in the contract.";
  if (other !== "server" || composes.test(from)) return null;
  const [own, its] = [featureOf(from), featureOf(target)];
  if (its === null || its === own || notFeatures.has(its)) return null;
  if (own === "platform") return "The platform knows no feature: hand in what it does, or move this up.";
  return target === `server/${its}/public.ts`
    ? null
    : "A feature imports another one's public.ts only, never its insides or its tables.";
}

const oneWay = {
  create(context) {
    const root = context.cwd;
    const from = relative(root, context.filename).replaceAll("\\", "/");
    const check = (source) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const name = source.value;
      const isRelative = name.startsWith(".");
      if (!isRelative && !/^#(?:server|app|clinic|contract|content|client)\//.test(name)) {
        if (["app", "clinic"].includes(topOf(from)) && name.startsWith("node:") && !isTest.test(from))
          context.report({ node: source, message: "The browser's code may use only the contract." });
        return;
      }
      const target = isRelative ? join(dirname(from), name).replaceAll("\\", "/") : name.slice(1);
      const message =
        isRelative &&
        topOf(from) === topOf(target) &&
        featureOf(from) !== null &&
        featureOf(from) !== featureOf(target) &&
        !isTest.test(from)
          ? "Import another feature by name (#server/…, #app/…, #clinic/…), so that one sees what is used from outside."
          : objection(from, target);
      if (message) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: ({ source }) => check(source),
      ExportNamedDeclaration: ({ source }) => check(source),
      ExportAllDeclaration: ({ source }) => check(source),
      ImportExpression: ({ source }) => check(source),
    };
  },
};

export default { meta: { name: "imports" }, rules: { "one-way": oneWay } };
