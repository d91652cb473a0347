/**
 * Fails where features of the server, of the app or of the staff app need each other, directly or in a ring: a change to one of them would then be a change to all.
 * Prints who needs whom when it fails. Files that compose features don't count, tests neither.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { featureOf, notFeatures } from "./lint-imports.mjs";

const root = join(import.meta.dirname, "../..");
/** Beside the features: what they all use, and what composes or tests them. */
const besides = { server: [...notFeatures, "realtime"], app: ["ui", "playground"], clinic: ["ui"] };

/** Feature → feature → the files of the first that import the second. */
type Needs = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

function readNeeds(side: "server" | "app" | "clinic"): Needs {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", side], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const files = listed.toString().split("\n");
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file));
  const needs = new Map<string, Map<string, string[]>>();
  for (const file of sources) {
    const own = featureOf(file);
    // A feature's face only re-exports its own files.
    if (own === null || besides[side].includes(own) || file.endsWith("/public.ts") || !existsSync(join(root, file)))
      continue;
    for (const [, name = ""] of readFileSync(join(root, file), "utf8").matchAll(
      /^(?:import|export)\b[^;"]*?"([#.][^"]+)";/gm,
    )) {
      const other = featureOf(name.startsWith("#") ? name.slice(1) : join(dirname(file), name));
      if (!name.includes(`#${side}/`) && !name.startsWith(".")) continue;
      if (other === null || other === own || besides[side].includes(other)) continue;
      const needed = needs.get(own) ?? new Map<string, string[]>();
      needs.set(own, needed.set(other, [...(needed.get(other) ?? []), file]));
    }
  }
  return needs;
}

/**
 * Takes away, again and again, features that need none of the remaining ones, or that none of them needs: rings stay, and what lies between
 * rings.
 */
function inRings(needs: Needs): string[] {
  const remaining = new Set(needs.keys());
  const needsOf = (feature: string) => [...(needs.get(feature)?.keys() ?? [])].filter((other) => remaining.has(other));
  for (let changed = true; changed;) {
    changed = false;
    for (const feature of remaining) {
      const isNeeded = [...remaining].some((other) => needsOf(other).includes(feature));
      if (needsOf(feature).length === 0 || !isNeeded) changed = remaining.delete(feature);
    }
  }
  return [...remaining];
}

let failed = false;
for (const side of ["server", "app", "clinic"] as const) {
  const needs = readNeeds(side);
  const rings = inRings(needs);
  const arrows = [...needs.values()].reduce((sum, needed) => sum + needed.size, 0);
  console.log(
    `${side}: ${needs.size} features that need others, ${arrows} arrows, ${rings.length === 0 ? "no ring" : "a ring"}`,
  );
  if (needs.size === 0) failed = true;
  if (rings.length === 0) continue;
  failed = true;
  for (const feature of rings)
    for (const [other, files] of needs.get(feature) ?? [])
      if (rings.includes(other)) console.error(`${side}/${feature} needs ${other}: ${[...new Set(files)].join(", ")}`);
}
process.exit(failed ? 1 : 0);
