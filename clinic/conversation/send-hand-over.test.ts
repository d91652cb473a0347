import { describe, expect, test } from "vitest";
import { fakeServer } from "#clinic/testing/fake-server.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { createHandOver } from "./send-hand-over.ts";

const conversation = {
  id: staffId(7),
  kind: "doctor",
  patient: patient(1),
  lastseq: 5,
  readseq: 4,
  staffreadseq: 5,
  waitingsince: null,
  needsreply: false,
  open: true,
  assignee: null,
};
const note = { note: "About a delivery.", seq: 4 };

function setUp(answers: Parameters<typeof fakeServer>[0]) {
  const { call, sent } = fakeServer(answers);
  let keys = 0;
  const handOver = createHandOver(call, staffId(7), () => `press-${++keys}-of-this`);
  return { handOver, sent, keys: () => sent.map(({ headers }) => headers.get("idempotency-key")) };
}

describe("decisions §11 handing over", () => {
  test("two presses are one, and it says up to where it was read", async () => {
    const { handOver, sent } = setUp([conversation]);
    const [first, second] = await Promise.all([handOver.send(note), handOver.send(note)]);
    expect([first?.id, second, sent.map(({ body }) => body)]).toEqual([conversation.id, null, [note]]);
  });

  test("without an answer the same goes out again with the same key, whatever was typed meanwhile", async () => {
    const { handOver, sent, keys } = setUp(["no answer", "no answer", conversation]);
    expect(await handOver.send(note)).toBeNull();
    expect(handOver.get().phase).toBe("unsure");
    expect((await handOver.send({ note: "Other words", seq: 5 }))?.id).toBe(conversation.id);
    expect([new Set(keys()), sent.at(-1)?.body]).toEqual([new Set(["press-1-of-this"]), note]);
  });

  test("a refusal is said, and the next press is a new one", async () => {
    const { handOver, keys } = setUp([{ refused: "conflict" }, conversation]);
    await handOver.send(note);
    expect(handOver.get()).toMatchObject({ phase: "ready" });
    expect(handOver.get().problem).not.toBe("");
    await handOver.send(note);
    expect(keys()).toEqual(["press-1-of-this", "press-2-of-this"]);
  });
});
