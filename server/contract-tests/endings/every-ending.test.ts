import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { titleOf } from "./ending.ts";
import { endingsBySubject } from "./endings.ts";
import { atRest, keysOfTables, liveRows } from "./live-rows.ts";
import { namesIn, reasonNames } from "./names.ts";
import { cleaningJobs, deletedRows, neverLeft, notEndings, otherJobs } from "./not-endings.ts";
import { openLists, otherReads, readsWithoutObject } from "./open-lists.ts";

/*
 * The list of endings is derived: a call, job, command, table or list that is new has to be in it, or in the table beside it with why it isn't.
 */

const root = join(import.meta.dirname, "../../..");

/** Words of an ending, in the name, the path or the summary of a call. */
const endingWords = new RegExp(
  [
    ...[
      "cancel",
      "clos",
      String.raw`\bend`,
      "stop",
      "revok",
      "remov",
      "delet",
      "releas",
      "refus",
      "declin",
      "expir",
      "rotat",
    ],
    ...[
      "sign-?out",
      "unlink",
      "merge",
      "deactivat",
      "disabl",
      "withdraw",
      "void",
      "refund",
      "discontinu",
      "reject",
      "dismiss",
    ],
    ...[
      "return",
      "lock",
      "replac",
      "hold",
      "paus",
      "skip",
      "hand ?over",
      String.raw`\bread\b`,
      "answered",
      "resolv",
      "again",
    ],
    ...["recover", "reset", "overwrit", "take it back", String.raw`turn .*\boff`, "acknowledg", "earlier", "used up"],
    String.raw`\bden(?:y|ies)`,
  ].join("|"),
  "i",
);
const soundsLikeEnding = (name: string, { method, path, summary }: Endpoint): boolean =>
  method !== "GET" &&
  (method === "DELETE" || endingWords.test([name.replaceAll(/([a-z])([A-Z])/g, "$1 $2"), path, summary].join(" ")));

const endings = Object.values(endingsBySubject).flat();
const withRow = [...new Set(endings.map(({ of }) => of))];
const titles = [...everyCall()].map(({ feature, name }) => `${feature}.${name}`);
const allOf = (reasons: Readonly<Record<string, string>>) => Object.values(reasons).flatMap(namesIn);

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

describe("every ending has a row, or words why it has none", () => {
  test("calls", () => {
    const sounding = [...everyCall()]
      .filter(({ name, call }) => soundsLikeEnding(name, call))
      .map(({ feature, name }) => `${feature}.${name}`);
    expect(sounding.length).toBeGreaterThan(100);
    const without = sounding.filter((title) => !withRow.includes(title) && !allOf(notEndings).includes(title));
    expect(without).toEqual([]);
    expect(allOf(notEndings).filter((title) => !sounding.includes(title) || withRow.includes(title))).toEqual([]);
    expect(withRow.filter((title) => title.includes(".") && !titles.includes(title))).toEqual([]);
    const rows = `${endings.length} endings of ${withRow.length} calls, jobs and commands`;
    const sweep = `${Object.keys(liveRows).length} tables and ${openLists.length} lists`;
    const left = endings.reduce(
      (sum, { stays = {}, keeps = {} }) => sum + reasonNames(stays).length + Object.keys(keeps).length,
      0,
    );
    // What endings may leave: more of it is looked at by somebody, and counted here.
    expect(left).toBeLessThanOrEqual(279);
    process.stdout.write(
      `Endings: ${rows} × a sweep of ${sweep}; ${left} things stay, with reasons; ${allOf(notEndings).length} calls end nothing\n`,
    );
  });

  test("no two rows are the same ending", () => {
    const all = endings.map(titleOf);
    expect(all.filter((title, index) => all.indexOf(title) !== index)).toEqual([]);
  });

  test("jobs", async () => {
    const { rows } = await sql<{ name: string }>`select name from pgboss.queue where name not like '\\_\\_%'`.execute(
      server.services.db,
    );
    const known = [...allOf(otherJobs), ...namesIn(cleaningJobs), ...withRow.filter((name) => !titles.includes(name))];
    const queues = rows.map(({ name }) => name);
    expect(queues.length).toBeGreaterThan(40);
    expect(queues.filter((name) => !known.includes(name))).toEqual([]);
    expect(known.filter((name) => !queues.includes(name) && !name.startsWith("npm run"))).toEqual([]);
  });

  test("commands", () => {
    const read = (file: string) => readFileSync(join(root, file), "utf8");
    const ofStaff = [...read("server/operations/staff.ts").matchAll(/case "(\w+)":/g)].map(
      ([, task]) => `staff -- ${task}`,
    );
    const ofPatient = [...read("scripts/operations/patient.ts").matchAll(/npm run (patient -- \w+)/g)].map(
      ([, task = ""]) => task,
    );
    expect([...new Set([...ofStaff, ...ofPatient])].toSorted()).toEqual(
      [
        // They end nothing: they list, invite, write out and index.
        ...["staff -- list", "staff -- invite", "staff -- emergency", "patient -- export", "patient -- index"],
        ...withRow.flatMap((name) => (name.startsWith("npm run ") ? [name.slice("npm run ".length)] : [])),
      ].toSorted(),
    );
  });

  test("SQL that deletes", () => {
    const files = globSync("server/**/*.{ts,sql}", { cwd: root });
    const sources = files.filter((file) => !/\.test\.ts$|\/(?:testing|demo|\w+-tests)\//.test(file));
    const deletes = sources.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/deleteFrom\("([\w.]+)"\)|delete from ([a-z][\w.]*)/g)].map(
        ([, built, written]) => built ?? written ?? "",
      ),
    );
    expect([...new Set(deletes)].toSorted()).toEqual(allOf(deletedRows).toSorted());
  });
});

describe("the sweep knows everything that can be left", () => {
  test("every table: when a row of it is live, or why it never is", async () => {
    const tables = [...(await keysOfTables(server.services.db)).keys()];
    expect([...Object.keys(liveRows), ...Object.values(atRest).flat()].toSorted()).toEqual(tables.toSorted());
  });

  test("every read that names no object: a list of what is open, or why it isn't", () => {
    const reads = readsWithoutObject.map(({ title }) => title);
    expect(reads.length).toBeGreaterThan(40);
    expect(
      Object.values(otherReads)
        .flat()
        .filter((title) => !reads.includes(title)),
    ).toEqual([]);
    expect(openLists.length).toBeGreaterThan(30);
  });

  test("nothing is looked for in vain: each table and list is left by some ending, or says why none leaves it", () => {
    const left = new Set(
      endings.flatMap(({ ends, alsoEnds = {} }) => [...namesIn(ends), ...namesIn(Object.keys(alsoEnds).join(" "))]),
    );
    const looked = [...Object.keys(liveRows), ...openLists.map(({ name }) => name)];
    const inParts = ["treatment.overview"];
    const never = looked.filter((name) => !left.has(name) && !inParts.includes(name));
    expect(never.toSorted()).toEqual(allOf(neverLeft).toSorted());
  });
});
