import { sql } from "kysely";
import { expect, test } from "vitest";
import { literal, readOften } from "./prepared-reads.ts";
import { openTestDatabase } from "./testing/test-databases.ts";

test("a read that is sent often takes words, numbers, truths, moments and lists of words, as any read does", async () => {
  const { db, close } = await openTestDatabase();
  const moment = new Date("2026-05-01T12:34:56.789Z");
  const words = ["o'hara", '"', "\\", "{a,b}", "null", "", null];
  const read = (parts: { word: string; number: number; truth: boolean; moment: Date; words: (string | null)[] }) =>
    db
      .selectNoFrom([
        sql<string>`${parts.word}::text`.as("word"),
        sql<number>`${parts.number}::int`.as("number"),
        sql<boolean>`${parts.truth}::boolean`.as("truth"),
        sql<Date>`${parts.moment}::timestamptz`.as("moment"),
        sql<readonly (string | null)[]>`${parts.words}::text[]`.as("words"),
        sql<null>`${null}::uuid`.as("nothing"),
      ])
      .compile();
  for (const word of words.filter((each) => each !== null)) {
    const parts = { word, number: 7, truth: false, moment, words };
    expect((await db.executeQuery(readOften(read(parts)))).rows).toEqual([{ ...parts, nothing: null }]);
  }
  expect(
    (await db.executeQuery(readOften(read({ word: "", number: 0, truth: true, moment, words: [] })))).rows,
  ).toEqual([{ word: "", number: 0, truth: true, moment, words: [], nothing: null }]);
  await close();
});

test("a value of another kind is refused, not guessed", () => {
  for (const value of [undefined, { a: 1 }, new Uint8Array(1), [1], [["a"]]])
    expect(() => literal(value)).toThrow(/sent often/);
});
