import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { mutantsOf, withAllFaults, withFault } from "./mutants.ts";
import { parses } from "./syntax.ts";

const lists = new Map([
  ["paid", "open"],
  ["open", "paid"],
]);
const faultsOf = (text: string) =>
  mutantsOf("server/some.ts", text, lists).map((mutant) => `${mutant.kind}: ${withFault(text, mutant)}`);

/** What is written, and a fault that is among those made of it. */
const faults: readonly (readonly [kind: string, text: string, fault: string])[] = [
  ["comparison shifted", "f(a < b);", "f(a <= b);"],
  ["comparison shifted", "f(a >= b);", "f(a > b);"],
  ["comparison negated", "f(a === b);", "f(a !== b);"],
  ["sum turned", "f(a + b);", "f(a - b);"],
  ["&&, || exchanged", "f(a && b);", "f(a || b);"],
  ["condition dropped", "f(a && b);", "f(a);"],
  ["condition dropped", "f(a || b);", "f(b);"],
  ["condition dropped", "if (a) f();", "if (false) f();"],
  ["condition dropped", "if (a) f();", "if (true) f();"],
  ["condition dropped", "while (a()) f();", "while (false) f();"],
  ["condition negated", "f(a ? b : c);", "f(!(a) ? b : c);"],
  ["condition negated", "f(!a);", "f(a);"],
  ["?? dropped", "f(a ?? b);", "f(a);"],
  ["?? dropped", "f(a ?? b);", "f(b);"],
  ["filter() dropped", "f(a.filter(isB));", "f(a);"],
  ["where() dropped", 'f(db.where("a", "=", 1).execute());', "f(db.execute());"],
  ["orderBy() dropped", 'f(db.orderBy("a").execute());', "f(db.execute());"],
  ["some() exchanged", "f(a.some(isB));", "f(a.every(isB));"],
  ["round() exchanged", "f(Math.round(a));", "f(Math.floor(a));"],
  ["arguments swapped", "f(a, b);", "f(b, a);"],
  ["call dropped", "async () => { await f(); };", "async () => { undefined; };"],
  ["await dropped", "async () => g(await f());", "async () => g(f());"],
  ["constant changed", "f(7);", "f(8);"],
  ["constant changed", "f(7);", "f(6);"],
  ["constant changed", "f(true);", "f(false);"],
  ["value exchanged", 'f(a === "paid");', 'f(a === "open");'],
  ["value exchanged", 'db.where(a, "<", b);', 'db.where(a, "<=", b);'],
  ["value exchanged", 'db.orderBy(a, "desc");', 'db.orderBy(a, "asc");'],
  ["element dropped", 'f(["paid", "open"]);', 'f([ "open"]);'],
  ["field dropped", "f({ a, b: 1 });", "f({ a,  });"],
  ["fields swapped", "f({ a: x, b: y });", "f({ a: y, b: x });"],
  ["SQL condition dropped", "f(sql`where a and b = ${c} order by d`);", "f(sql`where a order by d`);"],
  ["SQL condition dropped", "f(sql`where a and b`);", "f(sql`where b`);"],
  ["SQL condition dropped", "f(sql`where (a and (b)) or c`);", "f(sql`where (a ) or c`);"],
  ["value exchanged", 'type A = "on" | "off"; f(a === "on");', 'type A = "on" | "off"; f(a === "off");'],
  ["value exchanged", 'f(["on", "off"], a === "off");', 'f(["on", "off"], a === "on");'],
  ["SQL and, or exchanged", "f(sql`where a and b`);", "f(sql`where a or b`);"],
  ["SQL comparison shifted", "f(sql`where a < ${b}`);", "f(sql`where a <= ${b}`);"],
  ["SQL comparison shifted", "f(sql`where a = ${b}`);", "f(sql`where a <> ${b}`);"],
  ["SQL null exchanged", "f(sql`where a is null`);", "f(sql`where a is not null`);"],
  ["SQL null exchanged", "f(sql`where a is not null`);", "f(sql`where a is null`);"],
  ["SQL not dropped", "f(sql`where not exists (select 1)`);", "f(sql`where exists (select 1)`);"],
  ["SQL order turned", "f(sql`order by a desc`);", "f(sql`order by a asc`);"],
  ["SQL extreme exchanged", "f(sql`select min(a)`);", "f(sql`select max(a)`);"],
  ["SQL constant changed", "f(sql`limit 5`);", "f(sql`limit 6`);"],
  ["SQL constant changed", "f(sql`now() - interval '5 minutes'`);", "f(sql`now() - interval '6 minutes'`);"],
  ["SQL constant changed", "f(sql`set a = false`);", "f(sql`set a = true`);"],
  ["SQL distinct dropped", "f(sql`select distinct a`);", "f(sql`select a`);"],
  ["value exchanged", "f(sql`where a = 'paid'`);", "f(sql`where a = 'open'`);"],
];

test.each(faults)("a fault of each kind is made: %s, in %s", (kind, text, fault) => {
  expect(faultsOf(text).map((each) => each.replaceAll(/ +/g, " "))).toContain(
    `${kind}: ${fault}`.replaceAll(/ +/g, " "),
  );
});

test("of what is found by its id there is one", () => {
  const finds = (text: string) => faultsOf(text).filter((fault) => fault.startsWith("find()"));
  expect(finds("f(a.find(({ id }) => id === b));")).toEqual([]);
  expect(finds("f(a.find((each) => each.id === b.c));")).toEqual([]);
  expect(finds("f(a.find(({ id }) => id !== b));")).toHaveLength(1);
  expect(finds("f(a.find(({ kind }) => kind === b));")).toHaveLength(1);
});

test("each kind of fault that is made has a row", () => {
  const sources = [new URL("./edits.ts", import.meta.url), new URL("./sql-edits.ts", import.meta.url)];
  const kinds = sources.flatMap((source) =>
    [
      ...readFileSync(source, "utf8").matchAll(
        /"([^"]+ (?:dropped|swapped|negated|shifted|exchanged|turned|changed))"/g,
      ),
    ].map(([, kind = ""]) => kind),
  );
  const named = new Set<string>(faults.map(([kind]) => kind));
  expect(new Set(kinds).size).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !named.has(kind))).toEqual([]);
});

test.each([
  ["a type", 'type A = "paid" | "open"; const a: B<1> = c as "paid";'],
  ["an import", 'import a from "paid"; export * from "open";'],
  ["what is logged", "log.warn({ a: b }, c); services.log.info(a < b);"],
  ["the text of an exception", "throw new Error(a ?? b);"],
  ["a keyword of `between`", "a = sql`where a between ${b} and ${c}`;"],
  ["what SQL sets", "a = sql`update a set b = ${c}`;"],
  ["two that are the same", "a = g(b, b); a = { c: d, e: d };"],
  ["a directive", '"paid";'],
])("no fault is made of %s", (_, text) => {
  expect(faultsOf(text)).toEqual([]);
});

test("a limit of one before the first row is only made none", () => {
  expect(faultsOf("a = f(db.limit(1).executeTakeFirst(), db.limit(1).execute());")).toEqual([
    "constant changed: a = f(db.limit(0).executeTakeFirst(), db.limit(1).execute());",
    "limit() dropped: a = f(db.limit(1).executeTakeFirst(), db.execute());",
    "constant changed: a = f(db.limit(1).executeTakeFirst(), db.limit(2).execute());",
    "constant changed: a = f(db.limit(1).executeTakeFirst(), db.limit(0).execute());",
  ]);
});

test("two that the larger is taken of, or whose product, aren't swapped", () => {
  expect(faultsOf("a = Math.max(b, c);")).toEqual(["max() exchanged: a = Math.min(b, c);"]);
  expect(faultsOf("a = percentOf(b, c);")).toEqual([]);
});

describe("the text that holds all faults", () => {
  const text = `
    export const run = (a: number, b: number, list: readonly number[] | null): unknown[] => {
      const seen: unknown[] = [];
      if (a < b && a !== 3) seen.push(a + b);
      seen.push(list?.filter((each) => each > a).some((each) => each === b) ?? "none", { a, b }, Math.max(a, b));
      return seen;
    };`;
  const mutants = mutantsOf("server/some.ts", text, new Map());
  const all = withAllFaults(
    text,
    mutants.map((mutant, index) => [index + 1, mutant] as const),
  );
  const plain = (source: string) =>
    source
      .replace("export const run =", "return")
      .replace("(a: number, b: number, list: readonly number[] | null): unknown[]", "(a, b, list)")
      .replace("const seen: unknown[]", "const seen");
  const results = (source: string, on: number) => {
    const own = globalThis as { isMutant?: (number: number) => boolean };
    own.isMutant = (number) => number === on;
    // oxlint-disable-next-line typescript/no-implied-eval -- what is written here is only for running
    const run = new Function(plain(source))() as (...given: unknown[]) => unknown;
    return [
      [1, 2, [1, 2]],
      [3, 3, [4, 5]],
      [3, 4, null],
      [5, 2, [2, 9]],
    ].map((given) => {
      try {
        return run(...given);
      } catch (error) {
        return String(error);
      }
    });
  };

  test("does with one of them on what the source with that fault alone does, and without one what the source does", () => {
    expect(mutants.length).toBeGreaterThan(20);
    expect(results(all, 0)).toEqual(results(text, 0));
    for (const [index, mutant] of mutants.entries())
      expect(results(all, index + 1), withFault(text, mutant)).toEqual(results(withFault(text, mutant), 0));
  });

  test("is a source", () => expect(parses("server/some.ts", all)).toBe(true));
});

test("a fault keeps its key where only other lines change, and two of the same line have two", () => {
  const keysOf = (text: string) => mutantsOf("server/some.ts", text, lists).map(({ key }) => key);
  const own = keysOf("f(a < b);");
  expect(keysOf("\n\nf(a < b);")).toEqual(own);
  expect(keysOf("f(a > b);")).not.toEqual(own);
  const twice = keysOf("f(a < b);\nf(a < b);");
  expect(new Set(twice).size).toBe(twice.length);
});
