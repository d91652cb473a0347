import { describe, expect, test } from "vitest";
import { fakeServer } from "#clinic/testing/fake-server.ts";
import { message } from "#clinic/testing/messages.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { createSender } from "./send-message.ts";

const words = { text: "Good morning", answersSeq: 4, needsReply: false, file: null };

function sender(answers: Parameters<typeof fakeServer>[0], gate?: Parameters<typeof fakeServer>[1]) {
  const server = fakeServer(answers, gate);
  let keys = 0;
  return { ...server, sender: createSender(server.call, staffId(7), () => `press-${++keys}-of-this`) };
}
const keysOf = (sent: { headers: Headers }[]) => sent.map(({ headers }) => headers.get("idempotency-key"));

describe("sending an answer", () => {
  test("says what it answers, and each press has a key of its own", async () => {
    const { sender: one, sent } = sender([message({ seq: 5 }), message({ seq: 6 })]);
    expect((await one.send(words))?.seq).toBe(5);
    await one.send({ ...words, text: "And this" });
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
    const [first, second] = await Promise.all([one.send(words), one.send(words)]);
    expect([first?.seq, second, sent.length]).toEqual([5, null, 1]);
  });

  test("without an answer the same words go out again with the same key, whatever was typed meanwhile", async () => {
    const { sender: one, sent } = sender(["no answer", "no answer", message({ seq: 5 })]);
    expect(await one.send(words)).toBeNull();
    expect(one.get().phase).toBe("unsure");
    expect((await one.send({ ...words, text: "Other words" }))?.seq).toBe(5);
    expect(new Set(keysOf(sent))).toEqual(new Set(["press-1-of-this"]));
    expect(sent.at(-1)?.body).toMatchObject({ message: "Good morning" });
    expect(one.get().phase).toBe("ready");
  });

  test("a lost answer is settled by the thread, where the message is found", async () => {
    const { sender: one } = sender(["no answer", "no answer"]);
    await one.send(words);
    expect(one.see([message({ seq: 5, clientid: "another-ones" })])).toBe(false);
    expect(one.see([message({ seq: 5, clientid: "press-1-of-this" })])).toBe(true);
    expect(one.get().phase).toBe("ready");
  });

  test("claimed by somebody else, nothing is sent and it says who has it", async () => {
    const { sender: one } = sender([{ refused: "claimed" }]);
    expect(await one.send(words)).toBeNull();
    expect(one.get()).toMatchObject({ phase: "ready", claimedBy: "Somebody else" });
  });

  test("a file goes with its words by the call for files, and again with the same key", async () => {
    const { sender: one, sent } = sender(["no answer", "no answer", message({ seq: 5 })]);
    const file = new File(["x"], "leaflet.pdf");
    await one.send({ ...words, file });
    expect((await one.send({ ...words, file }))?.seq).toBe(5);
    expect(new Set(sent.map(({ url }) => url.split("/").at(-1)))).toEqual(new Set(["messageattachment"]));
    expect(new Set(keysOf(sent))).toEqual(new Set(["press-1-of-this"]));
  });

  test("a colleague answered meanwhile: nothing is sent, it says so, and the next press is a new one", async () => {
    const { sender: one, sent } = sender([{ refused: "conflict" }, message({ seq: 6 })]);
    expect(await one.send(words)).toBeNull();
    expect(one.get()).toMatchObject({ phase: "ready", claimedBy: null });
    expect(one.get().problem).not.toBe("");
    await one.send({ ...words, answersSeq: 5 });
    expect(keysOf(sent)).toEqual(["press-1-of-this", "press-2-of-this"]);
  });

  test("a refusal is said, and the next press is a new one", async () => {
    const { sender: one, sent } = sender([{ refused: "wrong_state" }, message({ seq: 5 })]);
    await one.send(words);
    expect(one.get().problem).not.toBe("");
    await one.send(words);
    expect(keysOf(sent)).toEqual(["press-1-of-this", "press-2-of-this"]);
  });

  test("a locked session holds it back until it is unlocked, then it goes out once", async () => {
    let unlock: (unlocked: boolean) => void = () => {};
    const { sender: one, sent } = sender([{ refused: "staff_session_locked" }, message({ seq: 5 })], {
      unlocked: () => new Promise((resolve) => (unlock = resolve)),
    });
    const answer = one.send(words);
    await expect.poll(() => sent.length).toBe(1);
    expect(one.get().phase).toBe("sending");
    unlock(true);
    expect((await answer)?.seq).toBe(5);
    expect(new Set(keysOf(sent)).size).toBe(1);
  });
});
