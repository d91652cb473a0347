import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, describe, expect, test } from "vitest";
import { approvedLines } from "#content/testing/approved-lines.ts";
import { account } from "#contract/account/calls.ts";
import type { SpeakingChoices } from "#contract/account/speaking.ts";
import { care } from "#contract/care/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import { dispensingOf } from "#server/dispensing/public.ts";
import { printOrders } from "#server/documents/dispensing/print-orders.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { merged } from "#server/lists/testing/listed-patients.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { chartEffectsOfPatient } from "#server/tasks/public.ts";
import { sharedTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

type Chosen = Omit<SpeakingChoices, "languages" | "easyopentext">;
/** Words of a PDF that aren't within the margins of their page. */
async function outsideOf(bytes: Uint8Array): Promise<readonly string[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 }).promise;
  const margin = 13;
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
  const found = pages.map(async (page) => {
    const [, , width = 0, height = 0] = page.view;
    return (await page.getTextContent()).items.flatMap((item) => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
      const fits =
        x >= margin && x + item.width <= width - margin && y >= margin && y + item.height <= height - margin + 4;
      return fits ? [] : [item.str];
    });
  });
  return (await Promise.all(found)).flat();
}

const oneLine = (text: string) => text.replace(/\s+/gu, " ");
const usual: Chosen = { language: "en", interpreter: false, largetype: false, easyopen: false };
const choose = ({ token }: TestPatient, change: Partial<Chosen>) =>
  server.call(account.chooseSpeaking, { body: { ...usual, ...change } }, { token });
const chosen = async ({ token }: TestPatient): Promise<Chosen> => {
  const { language, interpreter, largetype, easyopen } = (await server.call(account.speaking, {}, { token })).ok;
  return { language, interpreter, largetype, easyopen };
};
const onChart = async ({ id }: TestPatient) =>
  (await server.call(care.patientLog, { params: { id }, query: { state: "chart" } }, { apiKey })).ok.items;
const linesOnChart = async (patient: TestPatient) =>
  (await onChart(patient)).map(({ log }) => log?.fields.map(({ label, value }) => `${label}: ${value}`));
const log = ({ id }: TestPatient, fields: readonly { id: string; value: string }[]) =>
  server.call(
    care.addPatientLog,
    { params: { id }, body: { kind: "speaking", words: "Asked by phone", fields: [...fields] } },
    { apiKey },
  );

describe("how a patient wants to be spoken with", () => {
  test("is as usual until they choose, with each language to choose from", async () => {
    const patient = await server.newPatient();
    const { ok } = await server.call(account.speaking, {}, { token: patient.token });
    const { languages, easyopentext, ...rest } = ok;
    expect(rest).toEqual(usual);
    expect(languages[0]).toEqual({ id: "en", label: "English", labels: false });
    expect(languages.map(({ id }) => id)).toEqual(expect.arrayContaining(["es", "zh", "asl"]));
    // Those with phrases for labels, and no others.
    expect(languages.filter(({ labels }) => labels).map(({ id }) => id)).toEqual(["es"]);
    expect(easyopentext).toContain("children");
    expect(await onChart(patient)).toEqual([]);
  });

  test.each<[keyof Chosen, Chosen[keyof Chosen], string]>([
    ["language", "es", "Speaks: Spanish (Español)"],
    ["interpreter", true, "Interpreter: Interpreter needed"],
    ["largetype", true, "Labels: Labels in large type"],
    ["easyopen", true, "Caps: Easy-open caps (not child-resistant)"],
  ])("%s stands on the chart of the patient who chose it, and of no other", async (field, value, line) => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    expect((await choose(patient, { [field]: value })).ok).toMatchObject({ ...usual, [field]: value });
    expect(await chosen(patient)).toEqual({ ...usual, [field]: value });
    expect(await linesOnChart(patient)).toEqual([[line]]);
    expect([await chosen(other), await onChart(other)]).toEqual([usual, []]);
    // Every role that calls or packs reads it.
    for (const role of ["nurse", "pharmacy", "patient_services", "finance"] as const) {
      const person = await signedInStaff(server, [role]);
      const { ok } = await person.browser.call(care.log, { query: { kind: "speaking" } });
      expect(
        ok.items.filter((item) => item.patient?.id === patient.id),
        role,
      ).toHaveLength(1);
    }
  });

  test("chosen anew takes the place of what stood; the same again changes nothing, as usual leaves nothing", async () => {
    const patient = await server.newPatient();
    await choose(patient, { language: "es", interpreter: true });
    const [first] = await onChart(patient);
    await choose(patient, { language: "es", interpreter: true });
    expect((await onChart(patient)).map(({ id }) => id)).toEqual([first?.id]);
    await choose(patient, { language: "ko", easyopen: true });
    expect(await linesOnChart(patient)).toEqual([
      ["Speaks: Korean (한국어)", "Caps: Easy-open caps (not child-resistant)"],
    ]);
    await choose(patient, {});
    expect([await onChart(patient), await chosen(patient)]).toEqual([[], usual]);
    const { ok } = await server.call(care.patientLog, { params: { id: patient.id }, query: {} }, { apiKey });
    expect(ok.items.map(({ ended }) => ended?.actor)).toEqual(Array(2).fill(`patient:${patient.id}`));
  });

  test("logged by the practice, the patient reads it, and what they choose then counts", async () => {
    const patient = await server.newPatient();
    await choose(patient, { language: "es", largetype: true });
    await log(patient, [
      { id: "language", value: "vi" },
      { id: "print", value: "usual" },
    ]);
    expect(await chosen(patient)).toEqual({ ...usual, language: "vi" });
    // The same as what stands, but said in one place from then on.
    await choose(patient, { language: "vi" });
    expect(await linesOnChart(patient)).toEqual([["Speaks: Vietnamese (Tiếng Việt)"]]);
    await choose(patient, { language: "vi", interpreter: true });
    expect(await linesOnChart(patient)).toEqual([
      ["Speaks: Vietnamese (Tiếng Việt)", "Interpreter: Interpreter needed"],
    ]);
  });

  test("a language that isn't in the list is refused, and leaves what stood", async () => {
    const patient = await server.newPatient();
    await choose(patient, { language: "es" });
    const { status, problem } = await choose(patient, { language: "tlh" });
    expect([status, problem.details?.fields?.map(({ path }) => path)]).toEqual([400, ["language"]]);
    expect(await chosen(patient)).toEqual({ ...usual, language: "es" });
  });

  test("what stood in an account that became part of theirs is read, and taken back", async () => {
    const [patient, retired, other] = [await server.newPatient(), await server.newPatient(), await server.newPatient()];
    await choose(retired, { easyopen: true, language: "es" });
    await choose(other, { easyopen: true });
    await merged(server, retired, patient);
    expect(await chosen(patient)).toEqual({ ...usual, easyopen: true, language: "es" });
    await choose(patient, { language: "es" });
    expect(await chosen(patient)).toEqual({ ...usual, language: "es" });
    expect(await chartEffectsOfPatient(server.services, patient.id)).toMatchObject({ easyOpen: false });
    expect(await linesOnChart(retired)).toEqual([]);
    expect(await linesOnChart(other)).toEqual([["Caps: Easy-open caps (not child-resistant)"]]);
  });

  test("of two choices at once one stands, whole", async () => {
    const patient = await server.newPatient();
    await Promise.all([choose(patient, { language: "es", interpreter: true }), choose(patient, { largetype: true })]);
    expect(await onChart(patient)).toHaveLength(1);
    expect([
      { ...usual, language: "es", interpreter: true },
      { ...usual, largetype: true },
    ]).toContainEqual(await chosen(patient));
  });
});

describe("labels and packing obey it", () => {
  const labelsOf = async ({ orderId }: { orderId: string }, paper: "label" | "letter" = "label") => {
    const body = { orderids: [orderId], what: "labels" as const, paper };
    const { status, raw } = await server.call(care.printOrders, { body }, { apiKey });
    expect(status).toBe(200);
    return readPdf(raw.rawPayload);
  };
  const packageOf = async ({ orderId }: { orderId: string }) => {
    const { ok } = await server.call(care.orders, { query: { status: "ready", limit: 200 } } as never, { apiKey });
    return ok.items.find(({ id }) => id === orderId)?.dispensing?.package;
  };
  const together = (text: string) => text.replaceAll(/\s+/g, "");

  test("large type takes more pages: each says whose it is and which medicine, and none of the other label's words is missing", async () => {
    const patient = await inCare(server, { delivered: false });
    const before = await labelsOf(patient);
    await choose(patient, { largetype: true });
    const after = await labelsOf(patient);
    expect(after.pages).toBeGreaterThan(before.pages);
    const { firstname, lastname } = (await server.call(care.patient, { params: { id: patient.id } }, { apiKey })).ok;
    for (const page of after.textOfPage) expect(page).toContain(`${firstname} ${lastname}, born`);
    const left = after.text.split(/\s+/);
    for (const word of before.text.split(/\s+/)) {
      expect(left).toContain(word);
      left.splice(left.indexOf(word), 1);
    }
    const body = { orderids: [patient.orderId], what: "labels" as const };
    expect(await outsideOf((await server.call(care.printOrders, { body }, { apiKey })).raw.rawPayload)).toEqual([]);
    await choose(patient, {});
    expect((await labelsOf(patient)).text).toBe(before.text);
  });

  test("a name that fills a label is large no more, and nothing of it is cut; on letter sheets as well", async () => {
    const patient = await inCare(server, { delivered: false });
    const name = { firstname: "Wilhelmina".repeat(6), lastname: "Featherstonehaugh".repeat(3) };
    await updatePatient(server.services, patient.id, name);
    await choose(patient, { largetype: true });
    const body = { orderids: [patient.orderId], what: "labels" as const };
    expect(await outsideOf((await server.call(care.printOrders, { body }, { apiKey })).raw.rawPayload)).toEqual([]);
    for (const paper of ["label", "letter"] as const)
      for (const text of [together((await labelsOf(patient, paper)).text)])
        for (const part of Object.values(name)) expect(text).toContain(part);
  });

  test("caps that aren't child-resistant: the label says so, and whoever packs reads why that's allowed", async () => {
    const [patient, other] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    const { easyopen } = server.services.content.documents;
    await choose(patient, { easyopen: true });
    const labels = [await labelsOf(patient), await labelsOf(other)];
    expect(labels.map(({ text }) => text.includes(easyopen.label))).toEqual([true, false]);
    expect((await packageOf(patient))?.easyopen).toBe(easyopen.packing);
    expect(easyopen.packing).toContain("16 CFR 1700.5");
    expect((await packageOf(other))?.easyopen).toBeNull();
    await log(patient, [{ id: "cap", value: "usual" }]);
    expect((await packageOf(patient))?.easyopen).toBeNull();
  });

  test("directions and warnings in Spanish below the English, of the patient who speaks it and of no other", async () => {
    const [patient, other, korean] = await Promise.all([1, 2, 3].map(() => inCare(server, { delivered: false })));
    if (!patient || !other || !korean) throw new Error("No patients");
    await choose(patient, { language: "es", easyopen: true });
    await choose(korean, { language: "ko" });
    const [text, otherText, koreanText] = (
      await Promise.all([patient, other, korean].map((each) => labelsOf(each)))
    ).map((pdf) => oneLine(pdf.text));
    const { catalogue, documents } = server.services.content;
    const lines = await server.services.db
      .selectFrom("order_line")
      .select("product_id")
      .where("order_id", "=", patient.orderId)
      .execute();
    expect(lines.length).toBeGreaterThan(1);
    for (const { product_id: id } of lines)
      expect(text).toContain(oneLine(catalogue.products.find(({ productid }) => productid === id)?.howtouse ?? "?"));
    for (const part of [
      "Español: Aplique 1 parche sobre la piel limpia y seca, debajo de la cintura. Cambie el parche 2 veces por semana",
      "Español: Tome 1 cápsula cada noche a la hora de acostarse, porque puede darle sueño.",
      "• Keep out of reach of children.",
      "Español: • Solo para uso en la piel. No use más parches a la vez que los que dicen sus indicaciones. • Doble los parches usados por la mitad",
      "• Mantenga fuera del alcance de los niños.",
      documents.easyopen.label,
      "Envase sin protección para niños, a petición de usted.",
      documents.label.caution,
    ])
      expect(text).toContain(part);
    for (const english of [otherText, koreanText]) expect(english).not.toMatch(/Español|Aplique|niños/u);
    expect((await labelsOf(patient)).pages).toBe(lines.length);
    expect([
      (await packageOf(patient))?.language,
      (await packageOf(other))?.language,
      (await packageOf(korean))?.language,
    ]).toEqual([
      expect.stringContaining("in English and Spanish (Español): compare both"),
      null,
      "Speaks Korean (한국어). The labels are in English only. Offer an interpreter.",
    ]);
  });

  /** A patient who speaks Spanish, and whose capsules a doctor gave directions in words of their own. */
  async function withOwnWords() {
    const patient = await inCare(server, { delivered: false });
    await choose(patient, { language: "es" });
    const { ok } = await server.call(care.patient, { params: { id: patient.id } }, { apiKey });
    const capsule = ok.prescriptions?.find(({ productid }) => productid.startsWith("progesterone"));
    const { status } = await server.call(
      care.changeDirections,
      {
        params: { id: capsule?.id ?? "" },
        body: {
          reason: "Sleepy in the morning.",
          directions: "Take one every other night.",
          pace: "half",
          message: "Please.",
        },
      },
      { apiKey },
    );
    expect(status).toBe(200);
    return patient;
  }

  test("a doctor's own words for one medicine: its label is in English only, and whoever packs reads of which", async () => {
    const patient = await withOwnWords();
    const pages = (await labelsOf(patient)).textOfPage.map(oneLine);
    const isOf = (name: RegExp) => pages.find((page) => name.test(page)) ?? "";
    expect(isOf(/Progesterone/u)).toContain("Take one every other night.");
    // Not half of it: none of the warnings, either.
    expect(isOf(/Progesterone/u)).not.toMatch(/Español|Tome|niños/u);
    expect(isOf(/Estradiol patch/u)).toContain("Español: Aplique 1 parche");
    expect((await packageOf(patient))?.language).toMatch(
      /In English only, .*phrase: Progesterone[^,]*\. Offer an interpreter\.$/u,
    );
  });

  test.each(["canceled", "voided, with nothing in its place"])(
    "of a medicine that is %s there's no label, so whoever packs the other one compares both languages",
    async (what) => {
      const patient = await withOwnWords();
      const line = await server.services.db
        .selectFrom("order_line")
        .select(["line", "pricing_id"])
        .where("order_id", "=", patient.orderId)
        .where("product_id", "like", "progesterone%")
        .executeTakeFirstOrThrow();
      if (what === "canceled")
        await server.services.db
          .updateTable("order_line")
          .set({ cancelled_at: server.services.clock.now() })
          .where("order_id", "=", patient.orderId)
          .where("line", "=", line.line)
          .execute();
      else {
        const params = { id: patient.orderId };
        const lots = { lines: [{ pricingid: line.pricing_id, lotnumber: "L1", expireson: "2099-01-31" }] };
        const parcel = { carrier: "Meadow Post", trackingnumber: `T${patient.orderId.replaceAll("-", "").slice(-20)}` };
        await server.call(care.shipOrder, { params, body: { ...parcel, ...lots } }, { apiKey });
        const wrong = { parcel: 1, wrong: "medicine", note: "Another one was in it.", sendagain: false } as const;
        const body = { pricingid: line.pricing_id, ...wrong };
        expect((await server.call(care.voidFill, { params, body }, { apiKey })).status).toBe(200);
      }
      expect((await packageOf(patient))?.language).toContain("compare both");
    },
  );

  test("in large type and on letter paper nothing of it is cut, and all is within the page", async () => {
    const patient = await inCare(server, { delivered: false });
    await choose(patient, { language: "es", largetype: true, easyopen: true });
    for (const paper of ["label", "letter"] as const) {
      const body = { orderids: [patient.orderId], what: "labels" as const, paper };
      const { raw } = await server.call(care.printOrders, { body }, { apiKey });
      expect(await outsideOf(raw.rawPayload)).toEqual([]);
      // What each page says below its head, without it.
      const pages = (await readPdf(raw.rawPayload)).textOfPage.map(together);
      const text = pages.map((page) => page.replace(/^Label.*?mg(?:\/daypatch|capsule)/u, "")).join("");
      for (const part of [
        "Cambie el parche 2 veces por semana, siempre los mismos 2 días.",
        "Puede causar sueño o mareo.",
      ])
        expect(text).toContain(together(part));
    }
  });

  test("in production, until a pharmacist approved the phrases, in English only, with the reason", async () => {
    const patient = await inCare(server, { delivered: false });
    await choose(patient, { language: "es" });
    const { config, content } = server.services;
    const as = async (labels: typeof content.labels) => {
      const services = {
        ...{ ...server.services, config: { ...config, demo: false }, content: { ...content, labels } },
        refuse: (code: string) => new Error(code),
      };
      const { file } = await printOrders(services as never, { orderids: [patient.orderId], what: "labels" });
      const found = await dispensingOf(services, [patient.orderId]);
      return [/Español: Tome 1/u.test((await readPdf(file.bytes)).text), found.get(patient.orderId)?.package.language];
    };
    expect(await as(content.labels)).toEqual([
      false,
      expect.stringContaining("no pharmacist has approved the phrases yet"),
    ]);
    const approved = content.labels.map((each) => approvedLines(each));
    expect(await as(approved)).toEqual([true, expect.stringContaining("compare both")]);
    // The label's warnings are lines as well: one that isn't approved leaves all of it in English, and whoever packs doesn't look for Spanish.
    const warned = approved.map((each) => approvedLines(each, ({ english }) => english !== "Swallow with water."));
    expect(await as(warned)).toEqual([false, expect.stringContaining("not every sentence is an approved phrase")]);
  });
});
