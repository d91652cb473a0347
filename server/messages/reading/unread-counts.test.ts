import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import type { Author } from "../authors.ts";
import { type PostMessageInput, postMessage } from "../post-message.ts";
import {
  conversationsOf,
  markAsRead,
  patientWithConversations,
  type PatientWithConversations,
  unreadCountOf,
  allMessages,
} from "../testing/conversations.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

type Step = { readonly write: Author } | { readonly markTo: number | undefined };

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ write: { role: "patient" } }) },
  { weight: 3, arbitrary: fc.constant<Step>({ write: { role: "doctor", doctorId: null } }) },
  { weight: 1, arbitrary: fc.constant<Step>({ write: { role: "system" } }) },
  { weight: 3, arbitrary: fc.record({ markTo: fc.option(fc.nat(30), { nil: undefined }) }) },
);

const write = (patient: PatientWithConversations, kind: PostMessageInput["kind"], author: Author) =>
  inTransaction(server.services, (tx) => postMessage(tx, { patientId: patient.id, kind, author, text: "Hello" }));

/** The resulting read mark; 0 for a message. */
async function runStep(patient: PatientWithConversations, each: Step): Promise<number> {
  if ("markTo" in each)
    return (await markAsRead(server, patient, patient.doctorConversationId, each.markTo)).ok.readseq;
  await write(patient, "doctor", each.write);
  return 0;
}

/** The reported read mark and unread count, checked against a count over the messages. */
async function checkCounts(patient: PatientWithConversations) {
  const messages = await allMessages(server, patient, patient.doctorConversationId);
  const { ok } = await unreadCountOf(server, patient);
  const doctorCounts = ok.conversations.find(({ kind }) => kind === "doctor");
  const readseq = doctorCounts?.readseq ?? 0;
  const unreadMessages = messages.filter(({ seq, sender }) => sender.role !== "patient" && seq > readseq);
  expect(doctorCounts).toMatchObject({ unreadcount: unreadMessages.length, lastseq: messages.length });
  expect(ok.unreadcount).toBe(unreadMessages.length);
  expect((await conversationsOf(server, patient))[0]).toMatchObject({ unreadcount: unreadMessages.length, readseq });
  return { readseq, lastseq: messages.length, unreadcount: unreadMessages.length };
}

test("proof 6: the unread count is exact after any sequence of steps by both sides", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (acts) => {
      const patient = await patientWithConversations(server);
      let before = { readseq: 0, lastseq: 0, unreadcount: 0 };
      for (const each of acts) {
        await runStep(patient, each);
        const after = await checkCounts(patient);
        const expected =
          "markTo" in each
            ? Math.max(before.readseq, Math.min(each.markTo ?? before.lastseq, before.lastseq))
            : each.write.role === "patient" && before.unreadcount === 0
              ? after.lastseq
              : before.readseq;
        expect(after.readseq).toBe(expected);
        before = after;
      }
    }),
    propertyRuns(4, 12),
  );
});

test("proof 6: under concurrent steps it is exact, and the mark never moves back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 2, maxLength: 8 }), { maxLength: 3 }), async (rounds) => {
      const patient = await patientWithConversations(server);
      let before = 0;
      for (const round of rounds) {
        const marks = await Promise.all(round.map((each) => runStep(patient, each)));
        const { readseq } = await checkCounts(patient);
        expect(readseq).toBeGreaterThanOrEqual(Math.max(before, ...marks));
        before = readseq;
      }
    }),
    propertyRuns(4, 12),
  );
});

test("proof 6: a mark below the current one changes nothing, one above the last message stops there", async () => {
  const patient = await patientWithConversations(server);
  for (let n = 0; n < 5; n += 1) await write(patient, "doctor", { role: "doctor", doctorId: null });
  const readseq = async (seq?: number) => (await markAsRead(server, patient, patient.doctorConversationId, seq)).ok;
  expect(await readseq(3)).toMatchObject({ readseq: 3, unreadcount: 2 });
  expect(await readseq(1)).toMatchObject({ readseq: 3, unreadcount: 2 });
  expect(await readseq(0)).toMatchObject({ readseq: 3 });
  expect(await readseq(900)).toMatchObject({ readseq: 5, unreadcount: 0, lastseq: 5 });
  expect(await readseq()).toMatchObject({ readseq: 5 });
});
