import { describe, expect, test } from "vitest";
import { fakeServer } from "#clinic/testing/fake-server.ts";
import { message } from "#clinic/testing/messages.ts";
import { staffId } from "#clinic/testing/staff.ts";
import type { Message } from "#contract/messages/message.ts";
import { createAct } from "./act.ts";
import { type Reply, sendReply } from "./send-reply.ts";

const draft = { text: "Good morning", answersSeq: 4, needsReply: false, file: null };

function sender(answers: Parameters<typeof fakeServer>[0], gate?: Parameters<typeof fakeServer>[1]) {
  const server = fakeServer(answers, gate);
  let keys = 0;
  const act = createAct<Reply>({ asSent: true }, () => `press-${++keys}-of-this`);
  const send = (reply: Reply) => act.send(reply, (sent, key) => sendReply(server.call, staffId(7), sent, key));
  const see = (messages: readonly Message[]) =>
    act.found(({ key }) => messages.some(({ clientid }) => clientid === key));
  return { ...server, sender: { send, see, get: act.get } };
}
const keysOf = (sent: { headers: Headers }[]) => sent.map(({ headers }) => headers.get("idempotency-key"));

describe("sending an answer", () => {
  test("says what it answers, and each press has a key of its own", async () => {
    const { sender: one, sent } = sender([message({ seq: 5 }), message({ seq: 6 })]);
    expect((await one.send(draft))?.seq).toBe(5);
    await one.send({ ...draft, text: "And this" });
    expect(sent[0]?.body).toEqual({
      message: "Good morning",
      clientid: "press-1-of-this",
      answersseq: 4,
      seenseq: 4,
      needsreply: false,
    });
    expect(keysOf(sent)).toEqual(["press-1-of-this", "press-2-of-this"]);
  });

  test("a second press while it is under way sends nothing", async () => {
    const { sender: one, sent } = sender([message({ seq: 5 })]);
    const [first, second] = await Promise.all([one.send(draft), one.send(draft)]);
    expect([first?.seq, second, sent.length]).toEqual([5, null, 1]);
  });

  test("without an answer the same words go out again with the same key, whatever was typed since", async () => {
    const { sender: one, sent } = sender(["no answer", "no answer", message({ seq: 5 })]);
    expect(await one.send(draft)).toBeNull();
    expect(one.get()).toMatchObject({ sending: false, failure: { kind: "outcome_unknown" } });
    expect((await one.send({ ...draft, text: "Other words" }))?.seq).toBe(5);
    expect(new Set(keysOf(sent))).toEqual(new Set(["press-1-of-this"]));
    expect(sent.at(-1)?.body).toMatchObject({ message: "Good morning" });
    expect(one.get()).toMatchObject({ sending: false, failure: null, pending: null });
  });

  test("a lost answer is settled by the thread, where the message is found", async () => {
    const { sender: one } = sender(["no answer", "no answer"]);
    await one.send(draft);
    expect(one.see([message({ seq: 5, clientid: "another-ones" })])).toBe(false);
    expect(one.see([message({ seq: 5, clientid: "press-1-of-this" })])).toBe(true);
    expect(one.get()).toMatchObject({ sending: false, failure: null, pending: null });
  });

  test("claimed by somebody else, nothing is sent and it says who has it", async () => {
    const { sender: one } = sender([{ refused: "claimed" }]);
    expect(await one.send(draft)).toBeNull();
    expect(one.get()).toMatchObject({ pending: null, failure: { kind: "claimed", claimedBy: "Somebody else" } });
  });

  test("a file goes with its words by the call for files, and again with the same key", async () => {
    const { sender: one, sent } = sender(["no answer", "no answer", message({ seq: 5 })]);
    const file = new File(["x"], "leaflet.pdf");
    await one.send({ ...draft, file });
    expect((await one.send({ ...draft, file }))?.seq).toBe(5);
    expect(new Set(sent.map(({ url }) => url.split("/").at(-1)))).toEqual(new Set(["messageattachment"]));
    expect(new Set(keysOf(sent))).toEqual(new Set(["press-1-of-this"]));
  });

  test("a colleague answered first: nothing is sent, it says so, and the next press is a new one", async () => {
    const { sender: one, sent } = sender([{ refused: "conflict" }, message({ seq: 6 })]);
    expect(await one.send(draft)).toBeNull();
    expect(one.get()).toMatchObject({ pending: null, failure: { kind: "conflict" } });
    expect(one.get().message).not.toBe("");
    await one.send({ ...draft, answersSeq: 5 });
    expect(keysOf(sent)).toEqual(["press-1-of-this", "press-2-of-this"]);
  });

  test("a refusal is shown, and the next press is a new one", async () => {
    const { sender: one, sent } = sender([{ refused: "wrong_state" }, message({ seq: 5 })]);
    await one.send(draft);
    expect(one.get().message).not.toBe("");
    await one.send(draft);
    expect(keysOf(sent)).toEqual(["press-1-of-this", "press-2-of-this"]);
  });

  test("a locked session holds it back until it is unlocked, then it goes out once", async () => {
    let unlock: (unlocked: boolean) => void = () => {};
    const { sender: one, sent } = sender([{ refused: "staff_session_locked" }, message({ seq: 5 })], {
      unlocked: () => new Promise((resolve) => (unlock = resolve)),
    });
    const answer = one.send(draft);
    await expect.poll(() => sent.length).toBe(1);
    expect(one.get().sending).toBe(true);
    unlock(true);
    expect((await answer)?.seq).toBe(5);
    expect(new Set(keysOf(sent)).size).toBe(1);
  });
});
