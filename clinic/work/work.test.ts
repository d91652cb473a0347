import { describe, expect, test } from "vitest";
import { type FakeAnswer, fakeServer } from "#clinic/testing/fake-server.ts";
import { staffId } from "#clinic/testing/staff.ts";
import type { Claim } from "#contract/staff/work.ts";
import { createClaim } from "./claim.ts";
import { createDraft } from "./draft.ts";

const work = { kind: "case", id: staffId(50) } as const;
const claim = (memberid: string, name = "Nora Nurse"): Claim => ({
  ...work,
  memberid,
  name,
  until: "2026-11-25T17:15:00Z",
});
const [ownClaim, othersClaim] = [claim(staffId(1)), claim(staffId(2), "Ines Falk")];
const released = { kind: "case", id: work.id };

describe("decisions §11 work is claimed and released", () => {
  const claiming = (answers: readonly FakeAnswer[]) => {
    const server = fakeServer(answers);
    return { ...server, claimed: createClaim(server.call, work, staffId(1)) };
  };

  test("opening claims it, working keeps the claim without keeping the session open, leaving releases it", async () => {
    const { claimed, sent } = claiming([ownClaim, ownClaim, released]);
    await claimed.claim();
    expect(claimed.get().status).toBe("own");
    await claimed.renew();
    await claimed.release();
    expect(sent.map(({ method, body, headers }) => [method, body, headers.get("x-background")])).toEqual([
      ["PUT", { takeover: false }, null],
      ["PUT", { takeover: false }, "1"],
      ["DELETE", undefined, "1"],
    ]);
  });

  test("nothing is taken from anybody silently: taking over is a press of its own", async () => {
    const { claimed, sent } = claiming([{ refused: "claimed" }, ownClaim]);
    await claimed.claim();
    expect(claimed.get()).toMatchObject({ status: "taken", takenOver: false });
    await claimed.renew();
    expect(sent).toHaveLength(1);
    await claimed.takeOver();
    expect(sent[1]?.body).toEqual({ takeover: true });
    expect(claimed.get().status).toBe("own");
  });

  test("who loses it to somebody else is told, by name", async () => {
    const { claimed } = claiming([ownClaim]);
    await claimed.claim();
    claimed.see([othersClaim]);
    expect(claimed.get()).toEqual({ status: "taken", claimedBy: "Ines Falk", takenOver: true });
    claimed.see([othersClaim]);
    expect(claimed.get().takenOver).toBe(true);
  });

  test("that it was taken over is told once: whoever has it when it comes up again took nothing", async () => {
    const { claimed } = claiming([ownClaim, released, { refused: "claimed", details: { name: "Ines Falk" } }]);
    await claimed.claim();
    claimed.see([othersClaim]);
    await claimed.release();
    await claimed.claim();
    expect(claimed.get()).toEqual({ status: "taken", claimedBy: "Ines Falk", takenOver: false });
  });

  test("what the other one lets go of is free, and not yet this person's", async () => {
    const { claimed } = claiming([{ refused: "claimed" }]);
    await claimed.claim();
    claimed.see([]);
    expect(claimed.get()).toMatchObject({ status: "unknown", claimedBy: null });
  });

  test("somebody else's claim is not released by who only looked", async () => {
    const { claimed, sent } = claiming([{ refused: "claimed" }]);
    await claimed.claim();
    await claimed.release();
    expect(sent).toHaveLength(1);
  });

  test("whoever lost it still releases it: an answer that came too late may have claimed it again", async () => {
    const { claimed, sent } = claiming([ownClaim, released]);
    await claimed.claim();
    claimed.see([othersClaim]);
    await claimed.release();
    expect(sent.map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
  });

  test("left before the answer came: it is let go of", async () => {
    const { claimed, sent } = claiming([ownClaim, released, released]);
    const asked = claimed.claim();
    await claimed.release();
    await asked;
    expect(sent.map(({ method }) => method)).toContain("DELETE");
    expect(claimed.get().status).toBe("released");
  });

  test("left before a refusal came: nobody is said to have it", async () => {
    const { claimed } = claiming([{ refused: "claimed", details: { name: "Ines Falk" } }, released]);
    const asked = claimed.claim();
    await claimed.release();
    await asked;
    expect(claimed.get()).toEqual({ status: "released", claimedBy: null, takenOver: false });
  });

  test("what was left is not claimed again by a page in the background, nor said to be another's", async () => {
    const { claimed, sent } = claiming([ownClaim, released]);
    await claimed.claim();
    await claimed.release();
    await claimed.renew();
    claimed.see([othersClaim]);
    expect(sent.map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
    expect(claimed.get().status).toBe("released");
  });

  test("without a connection it says that it isn't claimed", async () => {
    const { claimed } = claiming(["no answer"]);
    await claimed.claim();
    expect(claimed.get().status).toBe("unknown");
  });
});

describe("decisions §11 nothing typed is lost when the line drops or the lock comes", () => {
  function writing(answers: readonly FakeAnswer[], gate: Parameters<typeof fakeServer>[1] = {}) {
    const server = fakeServer(answers, gate);
    const due = new Set<() => void>();
    const later = (run: () => void) => {
      due.add(run);
      return () => due.delete(run);
    };
    const draft = createDraft(server.call, work, (before, typed) => `${before} + ${typed}`, later);
    const texts = () => server.sent.filter(({ method }) => method === "PUT").map(({ body }) => body);
    return { ...server, draft, texts, due, pause: () => due.forEach((run) => run()) };
  }
  const saved = (text: string) => ({ text, updatedat: text && "2026-11-25T17:00:00Z" ? "2026-11-25T17:00:00Z" : null });

  test("is sent after a pause, not at every letter, and then it is saved", async () => {
    const { draft, texts, due, pause } = writing([saved(""), saved("Hel")]);
    for (const text of ["H", "He", "Hel"]) draft.write(text);
    expect([draft.get().status, texts(), due.size]).toEqual(["unsaved", [], 1]);
    pause();
    await draft.flush();
    expect([draft.get().status, texts(), due.size]).toEqual(["saved", [{ text: "Hel" }], 0]);
  });

  test("is there again when the page opens, on any computer", async () => {
    const { draft } = writing([saved("Half a patch")]);
    await draft.load();
    expect(draft.get()).toEqual({ loaded: true, text: "Half a patch", status: "saved" });
  });

  test("what was typed before the draft was read stays, and so does the draft", async () => {
    const { draft, texts } = writing([saved("old"), saved("old + new")]);
    const loading = draft.load();
    draft.write("new");
    await loading;
    expect(draft.get()).toEqual({ loaded: true, text: "old + new", status: "unsaved" });
    await draft.flush();
    expect([draft.get().status, texts()]).toEqual(["saved", [{ text: "old + new" }]]);
  });

  test("a draft that couldn't be read isn't written over; it is read when the line is back", async () => {
    const { draft, texts, answerNext } = writing(["no answer", "no answer"]);
    await draft.load();
    draft.write("new");
    await draft.flush();
    expect([draft.get(), texts()]).toEqual([{ loaded: true, text: "new", status: "unsaved" }, []]);
    answerNext(saved("old"));
    answerNext(saved("old + new"));
    await draft.flush();
    expect([draft.get().text, draft.get().status, texts()]).toEqual(["old + new", "saved", [{ text: "old + new" }]]);
  });

  test("offline it stays and isn't called saved; it is sent when the line is back", async () => {
    const { draft, texts, answerNext } = writing([saved(""), "no answer"]);
    draft.write("Half");
    await draft.flush();
    expect(draft.get()).toMatchObject({ text: "Half", status: "unsaved" });
    answerNext(saved("Half"));
    await draft.flush();
    expect(draft.get().status).toBe("saved");
    expect(texts()).toHaveLength(2);
  });

  test("a lock while typing holds it back; unlocked, the newest text is sent", async () => {
    let unlock: (unlocked: boolean) => void = () => {};
    const { draft, texts, sent } = writing(
      [saved(""), { refused: "staff_session_locked" }, saved("One"), saved("One two")],
      {
        unlocked: () => new Promise((resolve) => (unlock = resolve)),
      },
    );
    draft.write("One");
    const flushed = draft.flush();
    await expect.poll(() => sent.length).toBe(2);
    draft.write("One two");
    unlock(true);
    await flushed;
    expect(texts().at(-1)).toEqual({ text: "One two" });
    expect(draft.get()).toMatchObject({ text: "One two", status: "saved" });
  });

  test("sent before it was read, what was kept is still there", async () => {
    const { draft, texts } = writing([saved("old")]);
    const loading = draft.load();
    draft.write("new");
    await draft.drop();
    await loading;
    await draft.flush();
    expect([draft.get().text, texts()]).toEqual(["old", []]);
  });

  test("after the decision it is dropped", async () => {
    const { draft, texts } = writing([saved(""), saved("Half"), saved("")]);
    draft.write("Half");
    await draft.flush();
    await draft.drop();
    expect(texts().at(-1)).toEqual({ text: "" });
    expect(draft.get()).toMatchObject({ text: "", status: "none" });
  });
});
