import { createKeyedRequests } from "#app/forms/keyed-requests.ts";
import { describe, expect, test } from "vitest";
import { type FakeAnswer, fakeServer } from "#clinic/testing/fake-server.ts";
import type { TeamDoctor } from "#contract/staff/doctors.ts";
import { typedDoctor } from "./doctor-fields.ts";
import { isCardOf, type PhotoChange, sendDoctor } from "./send-doctor.ts";

const doctor = (change: Partial<TeamDoctor> = {}): TeamDoctor => ({
  ...{
    id: "elena_marsh",
    name: "Dr. Elena Marsh",
    firstname: "Elena",
    lastname: "Marsh",
    credentials: "MD",
    physician: true,
  },
  ...{ bio: "Listens first.", portrait: "/doctors/doctor-1.svg", uploadedportrait: null, npi: "0000000001" },
  ...{ active: true, acceptspatients: true, away: null, patients: 0, editedat: null, memberid: null },
  licenses: [
    { state: "IA", validuntil: null, status: "valid", collaboration: "not_needed", collaboratorid: null },
    { state: "OH", validuntil: null, status: "valid", collaboration: "not_needed", collaboratorid: null },
  ],
  ...change,
});
const url = "/doctors/portraits/0198c2f6-0000-7000-8000-000000000001.jpg";
const file: PhotoChange = { file: new File(["x"], "portrait.jpg", { type: "image/jpeg" }) };
const typed = (change: object = {}, of: TeamDoctor | null = doctor()) => ({ ...typedDoctor(of, []), ...change });
const edited = "2026-11-25T17:00:00.000Z";

async function send(
  answers: readonly FakeAnswer[],
  { of = doctor(), change = {}, photo = file }: { of?: TeamDoctor | null; change?: object; photo?: PhotoChange } = {},
) {
  const { call, sent } = fakeServer(answers);
  const saved = await sendDoctor({ call, keyed: createKeyedRequests() }, of, typed(change, of), photo).catch(
    (error: unknown) => error as never,
  );
  return { saved, sent: sent.map(({ method, url: path }) => `${method} ${path.replace("/api/clinic/doctor", "")}`) };
}

describe("decisions §11 saving a doctor's card and photo", () => {
  test("only the photo was chosen: the card isn't touched, so the content still counts for it", async () => {
    const { saved, sent } = await send([doctor({ uploadedportrait: url })]);
    expect(sent).toEqual(["PUT /elena_marsh/portrait"]);
    expect(saved).toMatchObject({ doctor: { uploadedportrait: url }, photoProblem: "" });
    expect(saved.notice).toBe("The photo of Dr. Elena Marsh was saved. Patients see it right away.");
  });

  test("a photo is removed", async () => {
    const { saved, sent } = await send([doctor()], { of: doctor({ uploadedportrait: url }), photo: { file: null } });
    expect([sent, saved.notice]).toEqual([
      ["DELETE /elena_marsh/portrait"],
      "The photo of Dr. Elena Marsh was removed. Patients see it right away.",
    ]);
  });

  test("both were changed: the card first, then the photo", async () => {
    const answers = [
      doctor({ bio: "New.", editedat: edited }),
      doctor({ bio: "New.", editedat: edited, uploadedportrait: url }),
    ];
    const { saved, sent } = await send(answers, { change: { bio: "New." } });
    expect(sent).toEqual(["PUT /elena_marsh", "PUT /elena_marsh/portrait"]);
    expect(saved.doctor).toEqual(answers[1]);
  });

  test("a refused card throws, and no photo goes out", async () => {
    const { saved, sent } = await send([{ refused: "conflict" }], { change: { bio: "New." } });
    expect([sent, saved]).toEqual([["PUT /elena_marsh"], expect.objectContaining({ code: "conflict" })]);
  });

  test("a refused photo of a new doctor: they are added once, and saving again sends the photo alone", async () => {
    const added = doctor({ editedat: edited });
    const first = await send([added, { refused: "unreadable_file" }], { of: null, change: typed() });
    expect(first.sent).toEqual(["POST ", "PUT /elena_marsh/portrait"]);
    expect(first.saved.photoProblem).toBe(
      "The rest of the card is saved. We couldn't read this file. Please try another photo or scan.",
    );
    const again = await send([doctor({ editedat: edited, uploadedportrait: url })], {
      of: first.saved.doctor,
      change: typed(),
    });
    expect([again.sent, again.saved.photoProblem]).toEqual([["PUT /elena_marsh/portrait"], ""]);
  });

  test("no answer about a new doctor: pressing again has the same key, so nobody is added twice; another doctor has another", async () => {
    const { call, sent } = fakeServer(["no answer", "no answer", "no answer", "no answer", doctor(), doctor()]);
    const keyed = createKeyedRequests();
    const press = (change: object) => sendDoctor({ call, keyed }, null, typed(change), null).catch(() => null);
    await press({});
    while ((await press({})) === null);
    await press({ firstname: "Ines" });
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys.slice(0, -1)).size).toBe(1);
    expect(keys.at(-1)).not.toBe(keys[0]);
  });

  test.each([["no answer" as const], [{ refused: "internal" as const }]])(
    "without an answer about the photo nobody is told that it failed: %o",
    async (answer) => {
      const { saved } = await send([answer]);
      expect(saved.photoProblem).toContain("we don’t know whether it was saved");
      expect(saved.photoProblem).not.toContain("The rest of the card is saved");
    },
  );

  test("nothing was changed: nothing is sent; a removed doctor is brought back by it", async () => {
    expect((await send([], { photo: null })).sent).toEqual([]);
    const gone = doctor({ active: false });
    expect((await send([doctor()], { of: gone, photo: null })).sent).toEqual(["PUT /elena_marsh"]);
  });

  test("the card is as it was, in whatever order and case its states are typed", () => {
    expect(isCardOf(doctor(), typed({ states: "oh ia" }))).toBe(true);
    for (const change of [
      { states: "IA" },
      { bio: "x" },
      { acceptspatients: false },
      { portrait: "/doctors/doctor-2.svg" },
    ])
      expect(isCardOf(doctor(), typed(change))).toBe(false);
  });
});
