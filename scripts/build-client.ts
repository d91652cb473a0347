import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleClient } from "./build/build-client.ts";

/** Writes the clinic's client as a package to dist/client: one script, its types, README and licence. */
const root = join(import.meta.dirname, "..");
const out = join(root, "dist/client");
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "index.js"), await bundleClient());
const { status } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", join(root, "client")], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
for (const file of ["LICENSE", "README.md"]) copyFileSync(join(root, "client", file), join(out, file));
const { exports: _, ...manifest } = JSON.parse(readFileSync(join(root, "client/package.json"), "utf8")) as Record<
  string,
  unknown
>;
const entry = { exports: { types: "./index.d.ts", default: "./index.js" } };
writeFileSync(join(out, "package.json"), `${JSON.stringify({ ...manifest, ...entry }, null, 2)}\n`);
console.log(`Built ${out}`);
