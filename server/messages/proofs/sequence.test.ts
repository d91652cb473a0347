import { afterAll, beforeAll, expect, test } from "vitest";
import { transact } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { postMessage } from "../public.ts";
import { conversations, messageOf, say, talking, type Talking, tell, wholeThread } from "../testing/talk.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

/** A message whose transaction fails after it was written. */
const undone = (patient: Talking) =>
  transact(server.services.db, async (tx) => {
    const parts = { ...server.services, db: tx };
    await postMessage(parts, { patientId: patient.id, kind: "doctor", author: { role: "system" }, text: "never" });
    throw new Error("undone");
  }).catch((error: Error) => error.message);

test("proof 1: 50 senders at once: seq has no gap and no double, and the order is seq alone", async () => {
  const her = await talking(server);
  const senders = upTo(50).map((n) => {
    const body = { message: `message ${n}`, clientid: newId() };
    return n % 2 ? say(server, her, her.doctor, body) : tell(server, her.doctor, body);
  });
  const failures = upTo(5).map(() => undone(her));
  const answers = await Promise.all(senders);
  expect(await Promise.all(failures)).toEqual(upTo(5).map(() => "undone"));
  expect(answers.map(({ status }) => status)).toEqual(upTo(50).map(() => 201));
  expect(answers.map(({ ok }) => ok.seq).toSorted((a, b) => a - b)).toEqual(upTo(50));
  const thread = await wholeThread(server, her, her.doctor);
  expect(thread.map(({ seq }) => seq)).toEqual(upTo(50));
  expect(thread).toEqual(answers.map(({ ok }) => messageOf(ok)).toSorted((a, b) => a.seq - b.seq));
  const times = thread.map(({ createdat }) => createdat);
  expect(times).toEqual(times.toSorted());
});

test("proof 1: a message sent after an answer came stands after it, whatever the clock says", async () => {
  const her = await talking(server);
  await say(server, her, her.doctor, { message: "first" });
  server.clock.advance(-300_000);
  await tell(server, her.doctor, { message: "second" });
  await say(server, her, her.doctor, { message: "third" });
  expect((await wholeThread(server, her, her.doctor)).map(({ message }) => message)).toEqual([
    "first",
    "second",
    "third",
  ]);
});

test("proof 1: each conversation counts for itself, also when both are written to at once", async () => {
  const her = await talking(server);
  await Promise.all(
    upTo(20).map((n) => tell(server, n % 2 ? her.doctor : her.services, { message: `${n}`, needsreply: n === 7 })),
  );
  expect((await conversations(server, her)).map(({ lastseq, needsreply }) => [lastseq, needsreply])).toEqual([
    [10, true],
    [10, false],
  ]);
});
