import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { postMessage } from "#server/messages/public.ts";
import { patientWithConversations, type PatientWithConversations } from "#server/messages/testing/conversations.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";

let server: TestServer;
let people: readonly [StaffPerson, StaffPerson];
let rosa: PatientWithConversations;
beforeAll(async () => {
  server = await startTestServer();
  people = [await signedInStaff(server, ["nurse"]), await signedInStaff(server, ["nurse"])];
  rosa = await patientWithConversations(server);
});
afterAll(() => server.close());

/** The patient asks; not by a call, of which they may make thirty a minute. */
const ask = () =>
  inTransaction(server.services, (tx) =>
    postMessage(tx, { patientId: rosa.id, kind: "doctor", author: { role: "patient" }, text: "When may I start?" }),
  );
const answersAfter = (id: string, seq: number) =>
  server.services.db
    .selectFrom("message")
    .select("id")
    .where("conversation_id", "=", id)
    .where("seq", ">", seq)
    .execute();

/** How somebody goes about an answer: as the staff app does, with pauses as people and networks make them. */
interface Way {
  /** Opens the conversation, which claims it, before sending. */
  readonly opens: boolean;
  /** Leaves it afterwards, so that it's free again. */
  readonly leaves: boolean;
  /** Presses twice. */
  readonly twice: boolean;
  readonly pauses: readonly [number, number, number];
}
const way: fc.Arbitrary<Way> = fc.record({
  opens: fc.boolean(),
  leaves: fc.boolean(),
  twice: fc.boolean(),
  // Often at the same moment; often just after the other one has answered and left.
  pauses: fc.tuple(fc.nat(4), fc.oneof(fc.nat(4), fc.nat(200)), fc.nat(12)),
});

/** From when to when somebody knew that they had it. */
interface Held {
  readonly from: number;
  until: number;
}

async function answer({ browser }: StaffPerson, conversationId: string, seen: number, how: Way) {
  const work = { params: { kind: "conversation" as const, id: conversationId } };
  const held: Held[] = [];
  const got: Held[] = [];
  const during = async <R extends { readonly status: number }>(call: () => Promise<R>): Promise<R> => {
    const from = performance.now();
    const result = await call();
    if (result.status < 300) {
      got.push({ from, until: performance.now() });
      held.push({ from: performance.now(), until: Infinity });
    }
    return result;
  };
  await pause(how.pauses[0]);
  if (how.opens) await during(() => browser.call(staff.claim, { ...work, body: {} }));
  await pause(how.pauses[1]);
  const key = newId();
  const body = { message: "You can start today.", clientid: key, answersseq: seen, seenseq: seen };
  const press = () => browser.call(care.sendMessage, { params: { id: conversationId }, body }, { key });
  const sent = await Promise.all(how.twice ? [during(press), during(press)] : [during(press)]);
  await pause(how.pauses[2]);
  if (how.leaves) {
    for (const each of held) each.until = performance.now();
    await browser.call(staff.release, work);
  }
  return { held, got, statuses: sent.map(({ status }) => status) };
}

/** What one of them got, wholly while the other one had it. */
const takenFrom = (holder: readonly Held[], taker: readonly Held[]) =>
  taker.filter((taken) => holder.some((had) => had.from < taken.from && taken.until < had.until)).length;

describe("decisions §11 two people write to one patient at the same time", () => {
  it("the patient has one answer, and nobody loses what they hold: no double reply, no silent take-over", async () => {
    const found = { races: 0, doubleReplies: 0, unanswered: 0, silentTakeovers: 0 };
    const id = rosa.doctorConversationId;
    await fc.assert(
      fc.asyncProperty(fc.tuple(way, way), async (ways) => {
        const { seq } = await ask();
        const both = await Promise.all(people.map((person, index) => answer(person, id, seq, ways[index] as Way)));
        const { length: answers } = await answersAfter(id, seq);
        const [one, two] = both as [(typeof both)[0], (typeof both)[0]];
        found.races += 1;
        found.doubleReplies += Math.max(0, answers - 1);
        found.unanswered += answers === 0 ? 1 : 0;
        found.silentTakeovers += takenFrom(one.held, two.got) + takenFrom(two.held, one.got);
        for (const { browser } of people) await browser.call(staff.release, { params: { kind: "conversation", id } });
        expect(both.flatMap(({ statuses }) => statuses).every((status) => status === 201 || status === 409)).toBe(true);
        expect(found).toMatchObject({ doubleReplies: 0, unanswered: 0, silentTakeovers: 0 });
      }),
      { ...propertyRuns(40, 1000), endOnFailure: true },
    );
    if (found.races >= 1000) console.log("two people, one answer:", found);
  }, 1_800_000);
});
