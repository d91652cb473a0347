import { describe, expect, test } from "vitest";
import { type FakeAnswer, fakeServer } from "#clinic/testing/fake-server.ts";
import { staffId } from "#clinic/testing/staff.ts";
import type { Claim } from "#contract/staff/work.ts";
import { createHold } from "./hold-claim.ts";
import { createDraft } from "./keep-draft.ts";

const work = { kind: "case", id: staffId(50) } as const;
const claim = (memberid: string, name = "Nora Nurse"): Claim => ({
  ...work,
  memberid,
  name,
  until: "2026-11-25T17:15:00Z",
});
const [mine, theirs] = [claim(staffId(1)), claim(staffId(2), "Ines Falk")];
const released = { kind: "case", id: work.id };

describe("decisions §11 work is claimed and released", () => {
  const holding = (answers: readonly FakeAnswer[]) => {
    const server = fakeServer(answers);
    return { ...server, hold: createHold(server.call, work, staffId(1)) };
  };

  test("opening claims it, working goes on holding it without keeping the session open, leaving lets go", async () => {
    const { hold, sent } = holding([mine, mine, released]);
    await hold.claim();
    expect(hold.get().status).toBe("mine");
    await hold.keep();
    await hold.release();
    expect(sent.map(({ method, body, headers }) => [method, body, headers.get("x-background")])).toEqual([
      ["PUT", { takeover: false }, null],
      ["PUT", { takeover: false }, "1"],
      ["DELETE", undefined, "1"],
    ]);
  });

  test("nothing is taken from anybody silently: taking over is a press of its own", async () => {
    const { hold, sent } = holding([{ refused: "claimed" }, mine]);
    await hold.claim();
    expect(hold.get()).toMatchObject({ status: "theirs", takenOver: false });
    await hold.keep();
    expect(sent).toHaveLength(1);
    await hold.takeOver();
    expect(sent[1]?.body).toEqual({ takeover: true });
    expect(hold.get().status).toBe("mine");
  });

  test("who loses it to somebody else is told, by name", async () => {
    const { hold } = holding([mine]);
    await hold.claim();
    hold.see([theirs]);
    expect(hold.get()).toEqual({ status: "theirs", holder: "Ines Falk", takenOver: true });
    hold.see([theirs]);
    expect(hold.get().takenOver).toBe(true);
  });

  test("that it was taken over is told once: whoever has it when it comes up again took nothing", async () => {
    const { hold } = holding([mine, released, { refused: "claimed", details: { name: "Ines Falk" } }]);
    await hold.claim();
    hold.see([theirs]);
    await hold.release();
    await hold.claim();
    expect(hold.get()).toEqual({ status: "theirs", holder: "Ines Falk", takenOver: false });
  });

  test("what the other one lets go of is free, and not yet this person's", async () => {
    const { hold } = holding([{ refused: "claimed" }]);
    await hold.claim();
    hold.see([]);
    expect(hold.get()).toMatchObject({ status: "unknown", holder: null });
  });

  test("somebody else's claim is not released by who only looked", async () => {
    const { hold, sent } = holding([{ refused: "claimed" }]);
    await hold.claim();
    await hold.release();
    expect(sent).toHaveLength(1);
  });

  test("who lost it lets go all the same: an answer that came too late may have claimed it once more", async () => {
    const { hold, sent } = holding([mine, released]);
    await hold.claim();
    hold.see([theirs]);
    await hold.release();
    expect(sent.map(({ method }) => method)).toEqual(["PUT", "DELETE"]);
  });

  test("left before the answer came: it is let go of", async () => {
    const { hold, sent } = holding([mine, released, released]);
    const asked = hold.claim();
    await hold.release();
    await asked;
    expect(sent.map(({ method }) => method)).toContain("DELETE");
    expect(hold.get().status).toBe("released");
  });

  test("without a connection it says that it isn't claimed", async () => {
    const { hold } = holding(["no answer"]);
    await hold.claim();
    expect(hold.get().status).toBe("unknown");
  });
});

describe("decisions §11 nothing typed is lost when the line drops or the lock comes", () => {
  function writing(answers: readonly FakeAnswer[], gate: Parameters<typeof fakeServer>[1] = {}) {
    const server = fakeServer(answers, gate);
    let due: (() => void) | null = null;
    const later = (run: () => void) => {
      due = run;
      return () => (due = null);
    };
    const draft = createDraft(server.call, work, (before, typed) => `${before} + ${typed}`, later);
    const texts = () => server.sent.filter(({ method }) => method === "PUT").map(({ body }) => body);
    return { ...server, draft, texts, pause: () => due?.() };
  }
  const kept = (text: string) => ({ text, updatedat: text && "2026-11-25T17:00:00Z" ? "2026-11-25T17:00:00Z" : null });

  test("is sent after a pause, not at every letter, and then it is saved", async () => {
    const { draft, texts, pause } = writing([kept(""), kept("Hel")]);
    for (const text of ["H", "He", "Hel"]) draft.write(text);
    expect([draft.get().kept, texts()]).toEqual(["waiting", []]);
    pause();
    await draft.flush();
    expect([draft.get().kept, texts()]).toEqual(["saved", [{ text: "Hel" }]]);
  });

  test("is there again when the page opens, on any computer", async () => {
    const { draft } = writing([kept("Half a patch")]);
    await draft.load();
    expect(draft.get()).toEqual({ loaded: true, text: "Half a patch", kept: "saved" });
  });

  test("what was typed before the draft was read stays, and so does the draft", async () => {
    const { draft, texts } = writing([kept("old"), kept("old + new")]);
    const loading = draft.load();
    draft.write("new");
    await loading;
    expect(draft.get()).toEqual({ loaded: true, text: "old + new", kept: "waiting" });
    await draft.flush();
    expect([draft.get().kept, texts()]).toEqual(["saved", [{ text: "old + new" }]]);
  });

  test("a draft that couldn't be read isn't written over; it is read when the line is back", async () => {
    const { draft, texts, answerNext } = writing(["no answer", "no answer"]);
    await draft.load();
    draft.write("new");
    await draft.flush();
    expect([draft.get(), texts()]).toEqual([{ loaded: true, text: "new", kept: "waiting" }, []]);
    answerNext(kept("old"));
    answerNext(kept("old + new"));
    await draft.flush();
    expect([draft.get().text, draft.get().kept, texts()]).toEqual(["old + new", "saved", [{ text: "old + new" }]]);
  });

  test("offline it stays and isn't called saved; it is sent when the line is back", async () => {
    const { draft, texts, answerNext } = writing([kept(""), "no answer"]);
    draft.write("Half");
    await draft.flush();
    expect(draft.get()).toMatchObject({ text: "Half", kept: "waiting" });
    answerNext(kept("Half"));
    await draft.flush();
    expect(draft.get().kept).toBe("saved");
    expect(texts()).toHaveLength(2);
  });

  test("a lock while typing holds it back; unlocked, the newest text is sent", async () => {
    let unlock: (unlocked: boolean) => void = () => {};
    const { draft, texts, sent } = writing(
      [kept(""), { refused: "staff_session_locked" }, kept("One"), kept("One two")],
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
    expect(draft.get()).toMatchObject({ text: "One two", kept: "saved" });
  });

  test("sent before it was read, what was kept is still there", async () => {
    const { draft, texts } = writing([kept("old")]);
    const loading = draft.load();
    draft.write("new");
    await draft.drop();
    await loading;
    await draft.flush();
    expect([draft.get().text, texts()]).toEqual(["old", []]);
  });

  test("after the decision it is dropped", async () => {
    const { draft, texts } = writing([kept(""), kept("Half"), kept("")]);
    draft.write("Half");
    await draft.flush();
    await draft.drop();
    expect(texts().at(-1)).toEqual({ text: "" });
    expect(draft.get()).toMatchObject({ text: "", kept: "none" });
  });
});
