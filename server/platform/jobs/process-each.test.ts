import { pino } from "pino";
import { expect, test } from "vitest";
import { processEach } from "./process-each.ts";

test("a failing one blocks no others, and is logged", async () => {
  const done: string[] = [];
  let logged = "";
  await processEach(
    pino({}, { write: (line: string) => (logged += line) }),
    "thing",
    ["a", "poison", "b"],
    async (id) => {
      if (id === "poison") throw new Error("no");
      done.push(id);
    },
  );
  expect(done).toEqual(["a", "b"]);
  expect(logged).toContain('"id":"poison"');
});
