import { afterAll, beforeAll, expect, test } from "vitest";
import { followup } from "#contract/followup.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { type Asked, asked, back, check, claim, goThrough, markDone, open, save } from "./testing/reviews.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const read = async (her: Asked, stopread: string) =>
  server.call(
    followup.claim,
    { params: { id: her.reviewId }, body: { stopread } },
    { token: await tokenOf(server, her) },
  );
async function told(sideEffects: readonly string[]): Promise<Asked> {
  const her = await asked(server);
  await goThrough(server, her, {}, 4);
  await save(server, her, 4, { side_effects: [...sideEffects] });
  return her;
}

test("§5 an emergency is shown with every step and check until she has read it, and not after that", async () => {
  const her = await told(["chest_pain"]);
  const all = async () => [
    (await check(server, her)).ok.stop?.ruleid,
    (await claim(server, her, her.reviewId)).ok.stop?.ruleid,
    (await open(server, her, 5)).ok.stop?.ruleid,
    (await back(server, her, 5)).ok.stop?.ruleid,
  ];
  expect(await all()).toEqual(Array.from({ length: 4 }, () => "chest_pain_now"));
  expect((await save(server, her, 5, { overall: "same" })).ok.stop?.ruleid).toBe("chest_pain_now");
  expect((await read(her, "another_rule")).ok.stop?.ruleid).toBe("chest_pain_now");
  expect((await read(her, "chest_pain_now")).ok.stop).toBeNull();
  expect(await all()).toEqual([undefined, undefined, undefined, undefined]);
});

test("§5 two emergencies are shown one after the other, and one told again is shown again", async () => {
  const her = await told(["chest_pain", "dark_thoughts"]);
  const { ok } = await read(her, "chest_pain_now");
  expect(ok.stop?.actions[0]?.href).toBe("tel:988");
  expect((await read(her, "self_harm_thoughts")).ok.stop).toBeNull();
  const { ok: again } = await save(server, her, 4, { side_effects: ["chest_pain"] });
  expect(again.stop?.ruleid).toBe("chest_pain_now");
});

test("§5 an emergency of a review that was finished elsewhere is shown until she has read it", async () => {
  const her = await told(["chest_pain"]);
  await goThrough(server, her);
  const { ok } = await check(server, her);
  expect(ok).toMatchObject({ id: her.reviewId, followupstatus: "COMPLETED", step: null });
  expect(ok.stop?.ruleid).toBe("chest_pain_now");
  expect((await claim(server, her, her.reviewId)).ok.stop?.ruleid).toBe("chest_pain_now");
  expect((await read(her, "chest_pain_now")).ok).toMatchObject({ followupstatus: "COMPLETED", stop: null });
  expect((await check(server, her)).ok).toMatchObject({ id: null, stop: null });
});

test("§5 an emergency of a review whose message she marked as done is shown until she has read it", async () => {
  const her = await told(["chest_pain"]);
  await markDone(server, her, her.reviewId);
  expect((await check(server, her)).ok).toMatchObject({ id: her.reviewId, stop: { ruleid: "chest_pain_now" } });
  await read(her, "chest_pain_now");
  expect((await check(server, her)).ok.id).toBeNull();
});

test("§5 what was told on two devices is read once", async () => {
  const her = await told(["chest_pain"]);
  await save(server, her, 4, { side_effects: ["chest_pain", "headache"] });
  const both = await Promise.all([read(her, "chest_pain_now"), read(her, "chest_pain_now")]);
  expect(both.map(({ ok }) => ok.stop)).toEqual([null, null]);
});
