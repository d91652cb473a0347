import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { sealText } from "#server/platform/crypto/seal-text.ts";
import { directionsSealContext } from "#server/prescriptions/public.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { treatedPatient } from "./testing/patients.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

interface Person {
  readonly firstname: string;
  readonly lastname: string;
  readonly address1: string;
  readonly directions: string;
}

/** Every print about one patient who is called, lives and is told so. */
async function prints({ firstname, lastname, address1, directions }: Person) {
  const patient = await treatedPatient(server);
  const { db, secrets } = server.services;
  const token = await tokenOf(server, patient);
  await db.updateTable("patient").set({ firstname, lastname }).where("id", "=", patient.id).execute();
  const body = { address1, city: "Iowa City", state: "IA", zipcode: "52240" } as const;
  expect((await server.call(store.createShippingAddress, { body }, { token })).status).toBe(201);
  const prescriptions = await db.selectFrom("prescription").select("id").where("patient_id", "=", patient.id).execute();
  for (const { id } of prescriptions)
    await db
      .updateTable("prescription")
      .set({ directions_sealed: sealText(secrets, directions, directionsSealContext(id)) })
      .where("id", "=", id)
      .execute();
  const params = { id: patient.id };
  await server.call(care.issueLetter, { params, body: { text: `For ${firstname} ${lastname}` } }, { apiKey });
  const orderids = [patient.orderId];
  const answers = {
    labels: await server.call(care.printOrders, { body: { orderids, what: "labels" } }, { apiKey }),
    sheets: await server.call(care.printOrders, { body: { orderids, what: "labels", paper: "letter" } }, { apiKey }),
    receipt: await server.call(documents.hsaReceipt, { params }, { token }),
    drugs: await server.call(documents.ndcLetter, { params }, { token }),
    letter: await server.call(documents.medicalLetter, { params }, { token }),
    record: await server.call(documents.medicalRecords, { params }, { token }),
  };
  return Object.entries(answers).map(([kind, { status, raw }]) => ({ kind, status, bytes: raw.rawPayload }));
}

/** The texts of a PDF by page, without the spaces of their layout; those that reach beyond the paper, and numbers of its pages without any. */
async function looked(bytes: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const pdf = await loading.promise;
  const spoiled: string[] = [];
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const [, , right = 0, top = 0] = page.view;
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item) => ("str" in item && item.str.trim() !== "" ? [item] : []));
    if (texts.length === 0) spoiled.push(`page ${number} is empty`);
    for (const { str, transform, width, height } of texts) {
      const [x, y] = [Number(transform[4]), Number(transform[5])];
      if (x < 0 || x + width > right || y < 0 || y + height > top) spoiled.push(str);
    }
    pages.push(bare(texts.map(({ str }) => str).join("")));
  }
  await loading.destroy();
  return { spoiled, pages };
}

const bare = (text: string) => text.normalize("NFC").replace(/\s|\u200d|\ufe0f/gu, "");
const usual = { address1: "12 Main Street", directions: "Take 1 capsule at bedtime." };

describe("§3 every print of a patient with a name of the world", () => {
  test.each<Person>([
    {
      firstname: "Kaʻahumanu",
      lastname: "OʼNeill",
      address1: "12 Kalanianaʻole Hwy",
      directions: "≤ 2 a day, at 37 °C",
    },
    { firstname: "Łucja Bjørg", lastname: "Nguyễn-Đặng", ...usual },
    { firstname: "Ἑλένη", lastname: "Щукіна-Ёлкина", ...usual },
    { firstname: "李娜", lastname: "髙橋 とも子", address1: "12 Main St 🏠", directions: "睡前服用。" },
    { firstname: "김민지", lastname: "D’Angelo 👩‍👩‍👧", ...usual },
    { firstname: "X", lastname: "Ø", address1: "1 Å", directions: "Q" },
  ])("$firstname $lastname", async ({ firstname, lastname, address1, directions }) => {
    for (const { kind, status, bytes } of await prints({ firstname, lastname, address1, directions })) {
      const { spoiled, pages } = await looked(bytes);
      expect([kind, status, spoiled]).toEqual([kind, 200, []]);
      const text = pages.join("");
      expect([kind, text]).toEqual([kind, expect.stringContaining(bare(firstname + lastname))]);
      const other = kind === "labels" || kind === "sheets" ? directions : kind === "letter" ? "" : address1;
      expect([kind, text]).toEqual([kind, expect.stringContaining(bare(other))]);
    }
  });

  test.each<[string, Person]>([
    [
      "as wide as can be",
      {
        firstname: "M".repeat(60),
        lastname: "W".repeat(60),
        address1: "W".repeat(120),
        directions: "Wait ".repeat(99),
      },
    ],
    [
      "without spaces",
      {
        firstname: "李".repeat(60),
        lastname: "김".repeat(60),
        address1: "香".repeat(120),
        directions: "睡".repeat(500),
      },
    ],
    [
      "in many lines",
      {
        firstname: "Ana",
        lastname: "Ros",
        address1: "1 Way",
        directions: Array.from("123456789").join("\n\n\n\n\n\n\n\n"),
      },
    ],
  ])(
    "%s: nothing is cut, and each label says whose it is",
    async (_, { firstname, lastname, address1, directions }) => {
      for (const { kind, status, bytes } of await prints({ firstname, lastname, address1, directions })) {
        const { spoiled, pages } = await looked(bytes);
        expect([kind, status, spoiled]).toEqual([kind, 200, []]);
        if (kind !== "labels") continue;
        expect(pages.length).toBeGreaterThan(2);
        for (const page of pages)
          expect(page).toMatch(
            new RegExp(`^Label\\dof\\d:.*RxRX\\d+.*${firstname}${lastname},bornMay6,1974(?:Estradiol|Progesterone)`),
          );
        const first = pages.slice(0, pages.length / 2).map((page) => page.replace(/^.*0\.05mg\/daypatch/, ""));
        expect(first.join("")).toContain(bare(directions));
        expect(first.join("")).toMatch(/forwhomitwasprescribed\.$/);
      }
    },
  );
});
