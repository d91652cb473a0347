import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { transact } from "#server/platform/database/open.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { tries } from "#server/testing/tries.ts";
import type { Author } from "../authors.ts";
import { type Post, postMessage } from "../post.ts";
import { conversations, mark, talking, type Talking, unread, wholeThread } from "../testing/talk.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

type Act = { readonly write: Author } | { readonly markTo: number | undefined };

const act = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Act>({ write: { role: "patient" } }) },
  { weight: 3, arbitrary: fc.constant<Act>({ write: { role: "doctor", doctorId: null } }) },
  { weight: 1, arbitrary: fc.constant<Act>({ write: { role: "system" } }) },
  { weight: 3, arbitrary: fc.record({ markTo: fc.option(fc.nat(30), { nil: undefined }) }) },
);

const write = (her: Talking, kind: Post["kind"], author: Author) =>
  transact(server.services.db, (tx) =>
    postMessage({ ...server.services, db: tx }, { patientId: her.id, kind, author, text: "Hello" }),
  );

/** The read mark it led to, 0 for a message. */
async function doAct(her: Talking, each: Act): Promise<number> {
  if ("markTo" in each) return (await mark(server, her, her.doctor, each.markTo)).ok.readseq;
  await write(her, "doctor", each.write);
  return 0;
}

/** Read mark and unread count as told, which must be what a count over the messages gives. */
async function counted(her: Talking) {
  const messages = await wholeThread(server, her, her.doctor);
  const { ok } = await unread(server, her);
  const told = ok.conversations.find(({ kind }) => kind === "doctor");
  const readseq = told?.readseq ?? 0;
  const news = messages.filter(({ seq, sender }) => sender.role !== "patient" && seq > readseq);
  expect(told).toMatchObject({ unreadcount: news.length, lastseq: messages.length });
  expect(ok.unreadcount).toBe(news.length);
  expect((await conversations(server, her))[0]).toMatchObject({ unreadcount: news.length, readseq });
  return { readseq, lastseq: messages.length, unreadcount: news.length };
}

test("proof 6: the unread count is exact after any steps of both sides, one after the other", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      const her = await talking(server);
      let before = { readseq: 0, lastseq: 0, unreadcount: 0 };
      for (const each of acts) {
        await doAct(her, each);
        const after = await counted(her);
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
    { numRuns: tries(4, 12) },
  );
});

test("proof 6: it is exact, and the mark never moves back, when steps happen at once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 2, maxLength: 8 }), { maxLength: 3 }), async (rounds) => {
      const her = await talking(server);
      let before = 0;
      for (const round of rounds) {
        const marks = await Promise.all(round.map((each) => doAct(her, each)));
        const { readseq } = await counted(her);
        expect(readseq).toBeGreaterThanOrEqual(Math.max(before, ...marks));
        before = readseq;
      }
    }),
    { numRuns: tries(4, 12) },
  );
});

test("proof 6: a mark below the one before changes nothing, one above the last message ends there", async () => {
  const her = await talking(server);
  for (let n = 0; n < 5; n += 1) await write(her, "doctor", { role: "doctor", doctorId: null });
  const readseq = async (seq?: number) => (await mark(server, her, her.doctor, seq)).ok;
  expect(await readseq(3)).toMatchObject({ readseq: 3, unreadcount: 2 });
  expect(await readseq(1)).toMatchObject({ readseq: 3, unreadcount: 2 });
  expect(await readseq(0)).toMatchObject({ readseq: 3 });
  expect(await readseq(900)).toMatchObject({ readseq: 5, unreadcount: 0, lastseq: 5 });
  expect(await readseq()).toMatchObject({ readseq: 5 });
});
