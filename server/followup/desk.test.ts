import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care.ts";
import { conversations, say, wholeThread } from "#server/messages/testing/talk.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { followupDeskQueue } from "./desk.ts";
import { patientsToAsk } from "./desk-queries.ts";
import { type Asked, asked, check, goThrough, save } from "./testing/reviews.ts";

const dayMs = 86_400_000;

let server: TestServer;
beforeAll(async () => void (server = await startTestServer({}, { CARE_DESK_PACE_SECONDS: "0" })));
beforeEach(() => server.clock.moveTo(0));
afterAll(() => server.close());

async function round(): Promise<void> {
  await server.jobs.enqueue(server.services.db, followupDeskQueue, {});
  await server.jobs.drain();
}
/** Four weeks pass, and the desk makes its round. */
async function fourWeeks(): Promise<void> {
  server.clock.advance(28 * dayMs + 60_000);
  await round();
}
const doctors = async (patient: TestPatient) =>
  (await conversations(server, patient)).find(({ kind }) => kind === "doctor")?.id ?? "";
const written = async (patient: TestPatient) => wholeThread(server, patient, await doctors(patient));
const closedAt = async ({ reviewId }: Asked) =>
  (await server.call(care.followupResult, { params: { id: reviewId } }, { apiKey })).ok.closedat;

describe("decisions §11 the demo's care desk sends treatment reviews", () => {
  test("28 days after the plan was approved, once, with a code", async () => {
    const her = await inCare(server);
    await round();
    expect((await check(server, her)).ok.id).toBeNull();
    await fourWeeks();
    await round();
    const { id, percent } = (await check(server, her)).ok;
    expect([typeof id, percent]).toEqual(["string", 20]);
    const asking = (await written(her)).filter(({ type }) => type === "prescription_followup");
    expect(asking).toMatchObject([{ followupid: id, actionstatus: "PENDING" }]);
    await goThrough(server, { ...her, reviewId: id ?? "", code: null });
    await round();
    server.clock.advance(28 * dayMs);
    await round();
    expect((await check(server, her)).ok.id).toBeNull();
  });

  test.each<[string, (her: InCare) => Promise<unknown>]>([
    [
      "whose payment failed",
      async ({ id }) =>
        server.services.db
          .updateTable("patient")
          .set({ failed_transaction_reason: "expired_card" })
          .where("id", "=", id)
          .execute(),
    ],
    [
      "whose message has no answer",
      async (her) => say(server, her, await doctors(her), { message: "It feels a bit odd" }),
    ],
    [
      "whose conversation is closed",
      async (her) =>
        server.call(care.openConversation, { params: { id: await doctors(her) }, body: { open: false } }, { apiKey }),
    ],
  ])("not to her %s", async (_, happens) => {
    const her = await inCare(server);
    const toAsk = () => patientsToAsk(server.services.db, server.clock.now());
    expect(await toAsk()).toContain(her.id);
    await happens(her);
    expect(await toAsk()).not.toContain(her.id);
  });

  test("reads one that is complete, and thanks her once", async () => {
    const her = await asked(server);
    await goThrough(server, her);
    await round();
    await round();
    expect(await closedAt(her)).not.toBeNull();
    const { read } = server.services.content.deskanswers.followup;
    expect((await written(her)).filter(({ message }) => message === read)).toHaveLength(1);
  });

  test("says that a person looks, where something is amiss", async () => {
    const her = await asked(server);
    await goThrough(server, her, { side_effects: ["bleeding"] });
    await round();
    expect((await written(her)).at(-1)?.message).toBe(server.services.content.deskanswers.followup.flagged);
  });

  test("leaves an emergency to a person, and a review that is not finished alone", async () => {
    const [hurt, slow] = [await asked(server), await asked(server)];
    await goThrough(server, hurt, {}, 4);
    await save(server, hurt, 4, { side_effects: ["chest_pain"] });
    await goThrough(server, slow, {}, 4);
    await round();
    expect(await closedAt(hurt)).toBeNull();
    expect((await check(server, slow)).ok.followupstatus).toBe("CLAIMED");
    expect((await written(slow)).at(-1)?.type).toBe("prescription_followup");
  });
});
