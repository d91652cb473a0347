/**
 * Fails where features of the server, of the app or of the staff app need each other, directly or in a ring: a change to one of them would then be a change to all.
 * Prints who needs whom when it fails. Files that compose features don't count, tests neither. The order in which ARCHITECTURE.md lists the server's features
 * is held to as well.
 *
 * Inside a feature the same holds of its folders, and of theirs. A file that lies loose beside folders is below them or above them: what one of them imports,
 * itself or through other loose files, imports none of them.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { featureOf, notFeatures } from "./lint-imports.mjs";

const root = join(import.meta.dirname, "../..");
type Side = "server" | "app" | "clinic";
/** Beside the features: what they all use, and what composes or tests them. */
const besides: Readonly<Record<Side, readonly string[]>> = {
  server: [...notFeatures, "realtime"],
  app: ["routes", "playground"],
  clinic: [],
};

interface Import {
  readonly from: string;
  readonly target: string;
}
/** Unit (feature, folder) → unit → the files of the first that import the second. */
type Needs = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** What the files of a side import of that side, tests aside. */
function readImports(side: Side): Import[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", side], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const sources = listed
    .toString()
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file) && existsSync(join(root, file)));
  return sources.flatMap((from) =>
    [
      ...readFileSync(join(root, from), "utf8").matchAll(
        /^(?:import|export)\b[^;"]*?"([#.][^"]+)";|\bimport\("([#.][^"]+)"\)/gm,
      ),
    ]
      .map(([, name = "", lazy = name]) => (lazy.startsWith("#") ? lazy.slice(1) : join(dirname(from), lazy)))
      .filter((target) => target.startsWith(`${side}/`))
      .map((target) => ({ from, target })),
  );
}

/** Who needs whom, by the unit of each file; files without a unit don't count. */
function needsBetween(imports: readonly Import[], unitOf: (file: string) => string | null): Needs {
  const needs = new Map<string, Map<string, string[]>>();
  for (const { from, target } of imports) {
    const [own, other] = [unitOf(from), unitOf(target)];
    if (own === null || other === null || own === other) continue;
    const needed = needs.get(own) ?? new Map<string, string[]>();
    needs.set(own, needed.set(other, [...(needed.get(other) ?? []), from]));
  }
  return needs;
}

/** What can be reached from units by following arrows, the units themselves only over a ring. */
function reachable(starts: readonly string[], next: (unit: string) => Iterable<string>): Set<string> {
  const reached = new Set<string>();
  for (const open = [...starts]; open.length > 0;)
    for (const unit of next(open.pop() ?? ""))
      if (!reached.has(unit)) {
        reached.add(unit);
        open.push(unit);
      }
  return reached;
}

/** The arrows that are part of a ring, as lines to print. */
function inRings(needs: Needs): string[] {
  const next = (unit: string) => needs.get(unit)?.keys() ?? [];
  return [...needs].flatMap(([unit, needed]) =>
    [...needed]
      .filter(([other]) => reachable([other], next).has(unit))
      .map(([other, files]) => `${unit} needs ${other}: ${[...new Set(files)].join(", ")}`),
  );
}

const featuresOf = (side: Side, imports: readonly Import[]) =>
  needsBetween(
    // A feature's face only re-exports its own files.
    imports.filter(({ from }) => !from.endsWith("/public.ts")),
    (file) => {
      const feature = featureOf(file);
      return feature === null || besides[side].includes(feature) ? null : feature;
    },
  );

/** Where the folders in a folder need each other, or a loose file stands both below and above them. */
function wrongInFolder(folder: string, imports: readonly Import[]): string[] {
  const inside = imports.filter(({ from, target }) => [from, target].every((file) => file.startsWith(`${folder}/`)));
  const folderOf = (file: string) => {
    const [name = "", ...rest] = file.slice(folder.length + 1).split("/");
    return rest.length === 0 ? null : `${folder}/${name}`;
  };
  const isLoose = (file: string) => folderOf(file) === null;
  const ofLoose = inside.filter(({ target }) => isLoose(target));
  const neededByFolders = ofLoose.filter(({ from }) => !isLoose(from)).map(({ target }) => target);
  const below = new Set([
    ...neededByFolders,
    ...reachable(neededByFolders, (file) => ofLoose.filter(({ from }) => from === file).map(({ target }) => target)),
  ]);
  const listOf = (files: readonly string[]) => [...new Set(files)].join(", ");
  return [
    ...inRings(needsBetween(inside, folderOf)),
    ...[...below].flatMap((file) => {
      const needed = inside.filter(({ from, target }) => from === file && !isLoose(target));
      const users = ofLoose.filter(({ from, target }) => target === file && (!isLoose(from) || below.has(from)));
      return needed.length === 0
        ? []
        : [
            `${file} is needed below, by ${listOf(users.map(({ from }) => from))}, and needs ${listOf(needed.map(({ target }) => target))}`,
          ];
    }),
  ];
}

/** The folders of the features of a side that have folders, and what is wrong in each. */
function wrongInFeatures(side: Side, imports: readonly Import[]): string[] {
  const folders = imports.flatMap(({ from }) => {
    const feature = featureOf(from);
    if (feature === null || besides[side].includes(feature)) return [];
    const names = dirname(from).split("/");
    return names.slice(2).map((_, index) => names.slice(0, index + 2).join("/"));
  });
  return [...new Set(folders)].toSorted().flatMap((folder) => wrongInFolder(folder, imports));
}

/** Features of the server in the rows of ARCHITECTURE.md, each of which needs only rows before its own. */
function rowsOfFeatures(): readonly (readonly string[])[] {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const [, rows = ""] = /needing only rows before it:(.*?)\.\n/s.exec(text) ?? [];
  return rows
    .replaceAll(/\([^)]*\)/g, "")
    .split("·")
    .map((row) => [...row.matchAll(/`([\w-]+)`/g)].map(([, feature = ""]) => feature));
}

/** What the rows say otherwise than the imports. The demo stands on all features and is none. */
function wrongRows(needs: Needs): string[] {
  const rowOf = new Map(rowsOfFeatures().flatMap((row, index) => row.map((feature) => [feature, index] as const)));
  const listed = (feature: string) => rowOf.get(feature) ?? -1;
  const features = [...needs].filter(([feature]) => feature !== "demo");
  return features.flatMap(([feature, needed]) =>
    rowOf.has(feature)
      ? [...needed.keys()]
          .filter((other) => listed(other) >= listed(feature))
          .map((other) => `ARCHITECTURE.md lists ${feature} in a row that is not after ${other}, which it needs`)
      : [`ARCHITECTURE.md doesn't list the feature ${feature}`],
  );
}

let failed = false;
for (const side of ["server", "app", "clinic"] as const) {
  const imports = readImports(side);
  const needs = featuresOf(side, imports);
  const wrong = [...(side === "server" ? wrongRows(needs) : []), ...inRings(needs)];
  const inFeatures = wrongInFeatures(side, imports);
  const arrows = [...needs.values()].reduce((sum, needed) => sum + needed.size, 0);
  console.log(
    `${side}: ${needs.size} features that need others, ${arrows} arrows, ${wrong.length} wrong; inside features ${inFeatures.length} wrong`,
  );
  for (const line of [...wrong, ...inFeatures]) console.error(line);
  if (needs.size === 0 || wrong.length > 0 || inFeatures.length > 0) failed = true;
}
process.exit(failed ? 1 : 0);
