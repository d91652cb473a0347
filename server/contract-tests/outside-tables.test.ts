import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { alarmOf, outsideSystems, type OutsideTable } from "#server/platform/outside/outside-table.ts";

const root = join(import.meta.dirname, "../..");
const sources = readdirSync(join(root, "server"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => ({ path, text: readFileSync(join(root, "server", path), "utf8") }));

/** Every table that a file of the server declares, by the system's name. */
const declared = (
  await Promise.all(
    sources
      .filter(({ path, text }) => !path.endsWith(".test.ts") && /= outsideTable\(\{/.test(text))
      .map(async ({ path, text }) => {
        const module = (await import(join(root, "server", path))) as Record<string, OutsideTable>;
        return [...text.matchAll(/const (\w+) = outsideTable\(\{/g)].map(([, name = ""]) => ({
          path,
          name,
          table: module[name] ?? expect.fail(`${path} keeps ${name} to itself`),
        }));
      }),
  )
).flat();
const rows = declared.flatMap(({ table }) =>
  Object.entries(table.rows).map(([answer, row]) => ({ id: `${table.system}: ${answer}`, answer, row })),
);

test("every outside system has one table", () => {
  expect(declared.map(({ table }) => table.system).toSorted()).toEqual(outsideSystems.toSorted());
});

test("every table is run row by row, through its adapter", () => {
  const specs = sources.filter(({ path }) => path.endsWith(".test.ts")).map(({ text }) => text);
  // What a promise rejects with is no answer, and fits one row.
  for (const { name, path } of declared.filter(({ table }) => table.system !== "process"))
    expect(
      specs.some((text) => text.includes(`coverEveryRow(${name}`)),
      path,
    ).toBe(true);
});

test("every row says what comes, what a person sees, and what the practice does", () => {
  for (const { id, row } of rows)
    for (const text of [row.comes, row.person, row.practice]) expect(text.trim().length, id).toBeGreaterThan(5);
});

test("what is unknown is for now, with an alarm at once; what is ours alarms at once; what is final alarms never", () => {
  const expected = { ours: "at_once", for_now: "if_it_lasts", final: "never" } as const;
  for (const { id, answer, row } of rows) {
    if (answer === "unknown") expect([row.means, alarmOf(answer, row)], id).toEqual(["for_now", "at_once"]);
    else expect(alarmOf(answer, row), id).toBe(expected[row.means]);
  }
});

test("docs/borders.md counts the rows as they are", () => {
  const text = readFileSync(join(root, "docs/borders.md"), "utf8");
  for (const { table, path } of declared) {
    const means = Object.values(table.rows).map((row) => row.means);
    const count = (of: string) => means.filter((each) => each === of).length;
    const line = [
      `\`${table.system}\``,
      `\`server/${path}\``,
      means.length,
      count("ours"),
      count("for_now"),
      count("final"),
    ];
    const cells = text.split("\n").map((each) =>
      each
        .split("|")
        .map((cell) => cell.trim())
        .filter(Boolean),
    );
    expect(cells, table.system).toContainEqual(line.map(String));
  }
});
