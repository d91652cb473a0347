import { beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/messages/calls.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { postMessage } from "./post-message.ts";
import {
  patientWithConversations,
  type PatientWithConversations,
  conversationPage,
  allMessages,
} from "./testing/conversations.ts";

const count = 120;
const seqs = (from: number, to: number): number[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => (from < to ? from + n : from - n));

let server: TestServer;
let rosa: PatientWithConversations;
beforeAll(async () => {
  server = await sharedTestServer();
  rosa = await patientWithConversations(server);
  for (let n = 1; n <= count; n += 1)
    await inTransaction(server.services, (tx) =>
      postMessage(tx, {
        patientId: rosa.id,
        kind: "doctor",
        author: { role: n % 2 ? "patient" : "system" },
        text: `message ${n}`,
      }),
    );
});

const seqsOf = ({ items }: { readonly items: readonly { readonly seq: number }[] }) => items.map(({ seq }) => seq);
const page = async (nextpage?: string) =>
  server.call(
    messages.messagePages,
    { params: { id: rosa.doctorConversationId }, query: nextpage === undefined ? {} : { nextpage } },
    { token: await tokenOf(server, rosa) },
  );

describe("§7 GET /conversation/{id}/message", () => {
  test("§9 pages of 50, newest first, to the first message", async () => {
    const { ok: first } = await page();
    const { ok: second } = await page(first.nextpage ?? "");
    const { ok: third } = await page(second.nextpage ?? "");
    expect([seqsOf(first), seqsOf(second), seqsOf(third)]).toEqual([seqs(120, 71), seqs(70, 21), seqs(20, 1)]);
    expect(third.nextpage).toBeNull();
    expect(first.items[0]?.message).toBe("message 120");
  });

  test.each(["nonsense", Buffer.from("<99999999999").toString("base64url")])(
    "the cursor %j is refused at its field",
    async (cursor) => {
      const { status, problem } = await page(cursor);
      expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "nextpage"]);
    },
  );
});

describe("§7 GET /v1/conversation/{id}/messages", () => {
  test("continues by cursor in pages of the requested size, and gives the last and the read seq", async () => {
    const { ok: first } = await conversationPage(server, rosa, rosa.doctorConversationId, { limit: 3 });
    expect([seqsOf(first), first.lastseq, first.readseq]).toEqual([[120, 119, 118], 120, 1]);
    const { ok: second } = await conversationPage(server, rosa, rosa.doctorConversationId, {
      limit: 2,
      cursor: first.cursor ?? "",
    });
    expect(seqsOf(second)).toEqual([117, 116]);
  });

  test("a gap is listed oldest first, on every page", async () => {
    const { ok: first } = await conversationPage(server, rosa, rosa.doctorConversationId, { afterseq: 60 });
    expect(seqsOf(first)).toEqual(seqs(61, 110));
    const { ok: rest } = await conversationPage(server, rosa, rosa.doctorConversationId, {
      cursor: first.cursor ?? "",
    });
    expect([seqsOf(rest), rest.cursor]).toEqual([seqs(111, 120), null]);
    expect((await allMessages(server, rosa, rosa.doctorConversationId)).map(({ seq }) => seq)).toEqual(seqs(1, 120));
  });

  test("nothing is above the last message", async () => {
    for (const afterseq of [120, 5000, Number.MAX_SAFE_INTEGER])
      expect((await conversationPage(server, rosa, rosa.doctorConversationId, { afterseq })).ok).toMatchObject({
        items: [],
        cursor: null,
      });
  });

  test.each([
    ["limit", { limit: 0 }],
    ["limit", { limit: 51 }],
    ["afterseq", { afterseq: -1 }],
    ["afterseq", { afterseq: 1.5 }],
    ["afterseq", { afterseq: "0x10" }],
    ["afterseq", { afterseq: " 1" }],
    ["afterseq", { afterseq: "1e1" }],
    ["afterseq", { afterseq: "9999999999999999" }],
    ["limit", { limit: "0x10" }],
    ["cursor", { cursor: "nonsense" }],
  ])("a %s out of range is refused at its field", async (path, query) => {
    const { status, problem } = await conversationPage(server, rosa, rosa.doctorConversationId, query);
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, path]);
  });

  test("a gap and a cursor together are refused: they name two starting points", async () => {
    const { ok } = await conversationPage(server, rosa, rosa.doctorConversationId, { limit: 1 });
    const { status, problem } = await conversationPage(server, rosa, rosa.doctorConversationId, {
      cursor: ok.cursor ?? "",
      afterseq: 1,
    });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "afterseq"]);
  });

  test("an empty conversation gives an empty page", async () => {
    expect((await conversationPage(server, rosa, rosa.servicesConversationId)).ok).toEqual({
      items: [],
      cursor: null,
      lastseq: 0,
      readseq: 0,
    });
  });
});
