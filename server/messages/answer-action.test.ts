import { beforeAll, describe, expect, test } from "vitest";
import { messages } from "#contract/messages.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { conversations, talking, type Talking, tell, wholeThread } from "./testing/talk.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const answer = async (patient: Talking, mid: string, id = patient.doctor) =>
  server.call(
    messages.answerAction,
    { params: { id, mid }, body: { actionstatus: "ANSWERED" } },
    { token: await tokenOf(server, patient) },
  );
const review = (patient: Talking, needsreply = false) =>
  tell(server, patient.doctor, { message: "How are you?", type: "prescription_followup", needsreply });

describe("§3 a message that asks for something", () => {
  test("is pending, then answered; again, nothing changes", async () => {
    const her = await talking(server);
    const { ok: asked } = await review(her);
    expect(asked).toMatchObject({ type: "prescription_followup", actionstatus: "PENDING" });
    const { status, ok } = await answer(her, asked.id);
    expect([status, ok]).toEqual([200, { ...asked, actionstatus: "ANSWERED" }]);
    expect((await answer(her, asked.id)).ok).toEqual(ok);
    expect(await wholeThread(server, her, her.doctor)).toEqual([ok]);
  });

  test("and waits for an answer of hers has it then; another one that waits goes on waiting", async () => {
    const her = await talking(server);
    const waits = async () => (await conversations(server, her))[0]?.needsreply;
    const [{ ok: first }, { ok: second }] = [await review(her, true), await review(her, true)];
    await answer(her, first.id);
    expect(await waits()).toBe(true);
    await answer(her, second.id);
    expect(await waits()).toBe(false);
  });

  test("by ids in capitals, too", async () => {
    const her = await talking(server);
    const { ok: asked } = await review(her);
    const { status, ok } = await answer(her, asked.id.toUpperCase(), her.doctor.toUpperCase());
    expect([status, ok]).toEqual([200, { ...asked, actionstatus: "ANSWERED" }]);
  });

  test("a message that asks for nothing cannot be answered", async () => {
    const her = await talking(server);
    const { ok } = await tell(server, her.doctor, { message: "Good morning" });
    const { status, problem } = await answer(her, ok.id);
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
  });

  test("another patient's, one of another conversation and nobody's are not found", async () => {
    const [her, other] = [await talking(server), await talking(server)];
    const { ok: theirs } = await review(other);
    const { ok: hers } = await review(her);
    for (const attempt of [
      answer(her, theirs.id),
      answer(her, theirs.id, other.doctor),
      answer(her, hers.id, her.services),
      answer(her, newId()),
    ])
      expect((await attempt).problem).toMatchObject({ code: "not_found" });
    expect((await wholeThread(server, other, other.doctor))[0]?.actionstatus).toBe("PENDING");
  });
});
