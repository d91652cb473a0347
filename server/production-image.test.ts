import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { openTestDatabase, testDatabaseUrl } from "#server/platform/database/testing/test-databases.ts";
import { productionSettings, testPayments } from "#server/testing/production-settings.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = join(import.meta.dirname, "..");
const imageFolder = mkdtempSync(join(tmpdir(), "calendula-image-"));
/** Beside the image's files, not among them: what one program has read, the next need not compile. */
const compiled = { NODE_COMPILE_CACHE: mkdtempSync(join(tmpdir(), "calendula-compiled-")) };
afterAll(() => rmSync(compiled.NODE_COMPILE_CACHE, { recursive: true, force: true }));
afterAll(() => rmSync(imageFolder, { recursive: true, force: true }));

/** Files of the repository that `.dockerignore` keeps out of the image. */
const ignored = readFileSync(join(root, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const pattern = line
      .replaceAll(/[.+^$()|[\]{}]/g, "\\$&")
      .replaceAll("**/", "(?:.*/)?")
      .replaceAll(/(?<!\.|\))\*/g, "[^/]*");
    return new RegExp(`^${pattern}(?:/|$)`);
  });
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 16_000_000,
})
  .split("\n")
  .filter((file) => file !== "");
const imageFiles = files.filter((file) => !ignored.some((pattern) => pattern.test(file)));

test("a deployment's settings are neither committed nor built into an image", () => {
  for (const file of ["calendula.env", ".env", ".env.production", "deploy/our.env"]) {
    expect(spawnSync("git", ["check-ignore", "-q", file], { cwd: root }).status, file).toBe(0);
    expect(
      ignored.some((pattern) => pattern.test(file)),
      file,
    ).toBe(true);
  }
});

test("the image contains no demo part and no demo password", () => {
  expect(imageFiles).toContain("server/main.ts");
  expect(imageFiles).toContain("content/brand.yaml");
  expect(imageFiles.filter((file) => /^server\/demo\/|^content\/demo\.yaml$|\.test\.tsx?$/.test(file))).toEqual([]);
  const { patients } = parse(readFileSync(join(root, "content/demo.yaml"), "utf8")) as {
    patients: { password: string }[];
  };
  const filesWithPasswords = imageFiles
    .filter((file) => /\.(ts|tsx|mjs|js|ya?ml|json|md|html|txt)$/.test(file))
    .filter((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return patients.some(({ password }) => text.includes(password));
    });
  expect(filesWithPasswords).toEqual([]);
});

test("the licence is the one package.json names", () => {
  const { license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { license: string };
  expect(license).toBe("AGPL-3.0-or-later");
  expect(readFileSync(join(root, "LICENSE"), "utf8")).toMatch(
    /^\s*GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3, 19 November 2007\n/,
  );
});

describe("a Node version that is too old", () => {
  test.each(["server/start.mjs", "server/main.ts"])("is reported in one line by %s", (file) => {
    const fakeOldNode =
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})";
    const { status, stderr } = spawnSync(process.execPath, ["--import", fakeOldNode, join(root, file)], {
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Calendula needs Node 24 or newer[^\n]*\n$/);
  });
});

/** Folders below `node_modules` that stay when development packages are removed. */
function productionPackages(): Record<string, object> {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: true; devOptional?: true; optional?: true }>;
  };
  return Object.fromEntries(
    Object.entries(packages).filter(
      ([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional && existsSync(join(root, path)),
    ),
  );
}

/** The files of the image and the packages of production. */
function makeImage(): void {
  const kept = imageFiles.filter(
    (file) => /^(scripts|server|content|contract|package(-lock)?\.json)/.test(file) && !/\/testing\//.test(file),
  );
  for (const folder of new Set(kept.map((file) => dirname(file))))
    mkdirSync(join(imageFolder, folder), { recursive: true });
  for (const file of kept) copyFileSync(join(root, file), join(imageFolder, file));
  const packages = productionPackages();
  const tops = Object.keys(packages).filter((path) => path.lastIndexOf("node_modules/") === 0);
  for (const path of tops) {
    mkdirSync(dirname(join(imageFolder, path)), { recursive: true });
    symlinkSync(join(root, path), join(imageFolder, path));
  }
  writeFileSync(join(imageFolder, "node_modules/.package-lock.json"), JSON.stringify({ packages }));
}
beforeAll(makeImage);

describe("operations need nothing but what the image has", () => {
  const isOperation = (file: string) => /^scripts\/operations\/[\w-]+\.ts$/.test(file);
  const tasks = Object.entries(
    (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }).scripts,
  ).flatMap(([name, command]) => {
    const task = /bootstrap\.mjs ([\w-]+)$/.exec(command)?.[1];
    return task && imageFiles.includes(`scripts/operations/${task}.ts`) ? [[name, task] as const] : [];
  });

  test("each task of operations is one", () => {
    expect(tasks.map(([, task]) => `scripts/operations/${task}.ts`).toSorted()).toEqual(
      imageFiles.filter((file) => isOperation(file) && !file.endsWith("/installation.ts")).toSorted(),
    );
  });

  test.each(tasks)("npm run %s says what it needs, or does it, and installs nothing", (_, task) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(imageFolder, "scripts/bootstrap.mjs"), task], {
      encoding: "utf8",
      cwd: imageFolder,
      env: { ...compiled, NODE_ENV: "production", PATH: "/nowhere", DATA_DIR: join(imageFolder, "data") },
    });
    const output = stdout + stderr;
    expect(output).toMatch(/^(Say what to do|Name a folder|Setting \w+ is missing|There is no database in)[^\n]*\n/);
    expect(output).not.toMatch(/Installing|npm ERR|Cannot find/);
  });

  test("without packages they say so, rather than install beneath a running server", () => {
    writeFileSync(join(imageFolder, "node_modules/.package-lock.json"), JSON.stringify({ packages: {} }));
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(imageFolder, "scripts/bootstrap.mjs"), "staff"],
      {
        encoding: "utf8",
        env: { NODE_ENV: "production", PATH: "/nowhere" },
      },
    );
    expect([status, stdout + stderr]).toEqual([
      1,
      "Packages are missing: run this in the built image, or run npm ci first.\n",
    ]);
  });
});

describe.runIf(testDatabaseUrl())("from the image's files alone", () => {
  /** Starts production from the image's files with each of these settings, asks whether it is ready, and stops it. */
  async function startProduction(databaseUrl: string, ...each: readonly Record<string, string>[]) {
    // The pages are built separately.
    const script = join(imageFolder, "server/started.ts");
    writeFileSync(
      script,
      `import { readFileSync, writeFileSync } from "node:fs";
       import { startNode } from "./node.ts";
       for (const { ours, ...settings } of ${JSON.stringify(each)}) {
         const doctors = new URL("../content/doctors.yaml", import.meta.url);
         if (ours) writeFileSync(doctors, readFileSync(doctors, "utf8").replace("invented: true\\n", ""));
         try {
           const { app, stop } = await startNode({ ...process.env, ...settings }, async () => { throw new Error("demo") }, null);
           const { statusCode } = await app.inject({ url: "/health/ready" });
           console.log("ready " + statusCode);
           await stop();
         } catch (error) {
           console.log(error.constructor.name + ": " + error.message);
         }
       }`,
    );
    const env = { ...productionSettings, PORT: "0", LOG_LEVEL: "silent", DATA_DIR: imageFolder };
    const child = spawn(process.execPath, [script], {
      cwd: dirname(script),
      env: { ...compiled, ...env, DATABASE_URL: databaseUrl },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.on("exit", resolve));
    return { code, lines: output.trimEnd().split("\n") };
  }

  test("production refuses invented doctors unless payments are a test, starts with the practice's, answers and seeds nobody", async () => {
    const database = await openTestDatabase();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
    const url = new URL(testDatabaseUrl() ?? "");
    url.pathname = `/${rows[0]?.name}`;
    expect(await startProduction(url.href, {}, testPayments, { ours: "yes" })).toEqual({
      code: 0,
      lines: [
        expect.stringMatching(
          /^ConfigError: The doctors of content\/doctors\.yaml are invented: put your practice's there,/,
        ),
        "ready 200",
        "ready 200",
      ],
    });
    const patients = await database.db.selectFrom("patient").select("id").execute();
    await database.close();
    expect(patients).toEqual([]);
  });
});
