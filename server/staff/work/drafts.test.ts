import { beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { addMember } from "../testing/member-rows.ts";
import { type DraftOf, readDraft, saveDraft } from "./drafts.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});
const minute = (count: number) => new Date(Date.UTC(2020, 0, 1, 12, count));
const at = (count: number) => ({
  ...server.services,
  clock: { ...server.services.clock, now: () => minute(count) },
});
const none = { text: "", updatedat: null };

test("a draft is its writer's alone, about one thing, the last that was kept, until it is dropped", async () => {
  const [nora, ines] = [(await addMember(server)).id, (await addMember(server)).id];
  const [note, another, letter] = [
    { kind: "note", id: newId() },
    { kind: "note", id: newId() },
    { kind: "letter", id: newId() },
  ] as const;
  const sameId: DraftOf = { kind: "letter", id: note.id };
  const all: readonly (readonly [string, DraftOf])[] = [
    ...[[nora, note] as const, [nora, another] as const, [nora, letter] as const],
    ...[[nora, sameId] as const, [ines, note] as const],
  ];
  expect(await readDraft(at(0), nora, note)).toEqual(none);
  for (const [index, [member, of]] of all.entries()) {
    const kept = { text: ` Text ${index}\n`, updatedat: minute(index).toISOString() };
    expect(await saveDraft(at(index), member, of, kept.text)).toEqual(kept);
    expect(await readDraft(at(9), member, of)).toEqual(kept);
  }
  await saveDraft(at(20), nora, note, "Newer");
  const texts = () => Promise.all(all.map(async ([member, of]) => (await readDraft(at(30), member, of)).text));
  const [, ...others] = all.map((_, index) => ` Text ${index}\n`);
  expect(await texts()).toEqual(["Newer", ...others]);
  expect(await saveDraft(at(21), nora, note, " \n ")).toEqual(none);
  expect(await readDraft(at(22), nora, note)).toEqual(none);
  expect(await texts()).toEqual(["", ...others]);
});

test("two that are saved at once leave one, which can be read", async () => {
  const [{ id: nora }, of] = [await addMember(server), { kind: "note", id: newId() } as const];
  await Promise.all(["One", "Two", "Three"].map((text) => saveDraft(at(1), nora, of, text)));
  expect(["One", "Two", "Three"]).toContain((await readDraft(at(2), nora, of)).text);
});
