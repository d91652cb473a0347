// Runs on any Node >= 20.19 with nothing installed: installs the lock file's packages, then hands over to Node >= 24. Tasks of operations need the
// packages of production only, as an image has them, and install nothing there: a running server uses them.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeEnv, nodeFlags } from "../server/node-flags.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [task, ...rest] = process.argv.slice(2);
const systemIsNewEnough = Number(process.versions.node.split(".")[0]) >= 24;

const script = ["operations/", ""]
  .map((folder) => `${folder}${task}.ts`)
  .find((file) => existsSync(join(root, "scripts", file)));
const isOperation = script?.startsWith("operations/") ?? false;

function installed() {
  try {
    const want = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
    const have = JSON.parse(readFileSync(join(root, "node_modules/.package-lock.json"), "utf8")).packages;
    return Object.entries(want).every(
      ([path, entry]) =>
        !path.includes("node_modules/") ||
        entry.link ||
        entry.optional ||
        (isOperation && (entry.dev || entry.devOptional)) ||
        have[path]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

function run(file, args, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: root, stdio: "inherit", env });
    // npm's shell can exit without passing SIGTERM on, so the child watches its parent.
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on("exit", (code, signal) => {
      clearInterval(watch);
      resolve(signal ? 1 : (code ?? 1));
    });
  });
}

if (!installed()) {
  if (isOperation && process.env.NODE_ENV === "production") {
    console.error("Packages are missing: run this in the built image, or run npm ci first.");
    process.exit(1);
  }
  const npm = process.env.npm_execpath;
  const args = ["ci", "--no-audit", "--no-fund", "--loglevel=error"];
  console.log("Installing dependencies (about a minute the first time)…");
  const code = npm?.endsWith("js") ? await run(process.execPath, [npm, ...args]) : await run("npm", args);
  if (code !== 0) process.exit(code);
}
const os = process.platform === "win32" ? "win" : process.platform;
const pinned = join(root, "node_modules", `node-${os}-${process.arch}`, "bin", os === "win" ? "node.exe" : "node");
if (!systemIsNewEnough && !existsSync(pinned)) {
  console.error(
    `There is no bundled Node for ${process.platform}-${process.arch}. Please run this with Node 24 or newer (this is ${process.version}).`,
  );
  process.exit(1);
}
const node = systemIsNewEnough ? process.execPath : pinned;
const PATH = [dirname(node), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
const [flags, env] = task === "start" ? [nodeFlags, nodeEnv] : [[], {}];
process.exit(
  await run(node, [...flags, join(root, "scripts", script ?? `${task}.ts`), ...rest], { ...env, ...process.env, PATH }),
);
