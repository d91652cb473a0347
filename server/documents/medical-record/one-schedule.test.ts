import type { Bundle, MedicationRequest } from "fhir/r4";
import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { formatShortDay } from "#contract/fields/formats.ts";
import { addDays, clinicToday, formatDay } from "#server/platform/clock/calendar-days.ts";
import { isSameMedicine } from "#server/prescriptions/public.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange } from "#server/treatment/testing/changes.ts";
import {
  home,
  inCare,
  type InCare,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { readWellbeing } from "#server/wellbeing/testing/wellbeing.ts";
import { readPdf } from "../testing/read-pdf.ts";

/*
 * Every outlet says one schedule: of a change that begins on a day, of one with a bridge until its box is there, and of directions that begin on a day: what
 * is used until then, what is used from then on, and the day itself.
 */

const server = serverAtNoon();
const {
  catalogue: { products },
  documents: { leaflet },
} = await shippedContent();
const productOf = (id: string) => {
  const found = products.find(({ productid }) => productid === id);
  if (!found) throw new Error(`No product ${id}`);
  return found;
};
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"].map(productOf);
/** What can be prescribed in place of the patch or the capsule, in every supply. One with both hormones goes with neither. */
const changes = [patch, capsule].flatMap((before) =>
  products
    .filter((after) => before && after.prescription && after !== before && isSameMedicine(before, after))
    .filter(({ productid }) => productid !== "estradiol_progesterone_cream")
    .flatMap((after, place) =>
      after.pricings.map(({ pricingid }, supply) => ({ before, after, pricingid, isOdd: (place + supply) % 2 === 1 })),
    ),
);
/** Each product once, in some supply; the others are those of a bridge. */
const onDay = changes.filter(({ isOdd }) => !isOdd);
const withBridge = changes.filter(({ isOdd }) => isOdd);

/** The medicines the patient is to use today, by each outlet that says so: strength and directions. */
async function usedByOutlet(rosa: InCare, of: readonly string[]) {
  const token = await tokenOf(server, rosa);
  const params = { id: rosa.id };
  const isOf = (name: string) => of.some((each) => name === each);
  const { subscriptions } = await home(server, rosa);
  const { doses } = await readWellbeing(server, rosa);
  const record = await server.call(care.patient, { params }, { apiKey });
  const { raw } = await server.call(documents.medicalRecordsFhir, { params }, { token });
  const requests = ((JSON.parse(raw.rawPayload.toString()) as Bundle).entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === "MedicationRequest" ? [resource as MedicationRequest] : [],
  );
  const pdf = await readPdf((await server.call(documents.medicalRecords, { params }, { token })).raw.rawPayload);
  const rows = pdf.tables.flat().filter((cells) => cells.length === 6 && of.some((name) => cells[0]?.startsWith(name)));
  const isBegun = (status: string) => !status.startsWith("Begins") && !status.startsWith("Replaced");
  return {
    home: subscriptions
      .map(({ usednow, item }) => usednow ?? item)
      .filter(({ name }) => isOf(name))
      .map(({ name, dosage, directions }) => [`${name} ${dosage}`, directions]),
    doses: doses.items
      .filter(({ name }) => isOf(name))
      .map(({ name, dosage, directions }) => [`${name} ${dosage}`, directions]),
    record: (record.ok.prescriptions ?? [])
      .filter(({ name, usednow }) => usednow && isOf(name))
      .map(({ name, dosage, directions }) => [`${name} ${dosage}`, directions]),
    fhir: requests
      .filter(({ status, note }) => status === "active" && !note?.some(({ text }) => text.startsWith("Begins")))
      .map((each) => [each.medicationCodeableConcept?.text?.replace(", ", " "), each.dosageInstruction?.[0]?.text])
      .filter(([name]) => of.some((each) => name?.startsWith(each))),
    pdf: rows.filter((cells) => isBegun(cells[4] ?? "")).map(([name, directions]) => [name, directions]),
    begins: {
      fhir: requests
        .flatMap(({ note = [] }) => note.map(({ text }) => text))
        .filter((text) => text.startsWith("Begins")),
      pdf: rows.map((cells) => cells[4] ?? "").filter((text) => text.startsWith("Begins")),
    },
  };
}

/** The doses of a medicine in the record as FHIR, in order. */
async function dosagesOf(rosa: InCare, named: string) {
  const token = await tokenOf(server, rosa);
  const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id: rosa.id } }, { token });
  return ((JSON.parse(raw.rawPayload.toString()) as Bundle).entry ?? []).flatMap(({ resource }) => {
    if (resource?.resourceType !== "MedicationRequest") return [];
    const { medicationCodeableConcept: medicine, dosageInstruction = [] } = resource as MedicationRequest;
    return medicine?.text?.replace(", ", " ").startsWith(named) ? dosageInstruction : [];
  });
}

/** The label, or the leaflet, of an order that is to be sent. */
async function printed(orderid: string, what: "labels" | "leaflets"): Promise<string> {
  const body = { orderids: [orderid], what };
  const { raw } = await server.call(care.printOrders, { body }, { apiKey });
  return (await readPdf(raw.rawPayload)).textOfPage.join(" ").replace(/\s+/gu, " ");
}
const labelOf = (orderid: string) => printed(orderid, "labels");

/** How a leaflet of an order has a medicine used: what stands between this heading and the next. */
async function usedByLeaflet(orderid: string, product: (typeof products)[number]): Promise<string> {
  const text = await printed(orderid, "leaflets");
  const own = text.slice(text.indexOf(`${product.name} ${product.strength}`));
  return own.slice(own.indexOf(leaflet.use), own.indexOf(leaflet.missed));
}

describe("decisions §19 a change on a day is one schedule: home, doses, record, its PDF, FHIR and label say the same from the same day", () => {
  test("the catalogue has such changes", () => {
    expect(changes.length).toBeGreaterThan(8);
    const all = new Set(changes.map(({ after }) => after));
    for (const some of [onDay, withBridge]) expect(new Set(some.map(({ after }) => after))).toEqual(all);
  });

  test.each(onDay)("$before.productid → $pricingid", async ({ before, after, pricingid }) => {
    if (!before) throw new Error("No product");
    const rosa = await inCare(server);
    const today = clinicToday(server.services);
    const beginson = addDays(today, 12);
    const of = [before.name, after.name];
    const old = (await subscriptionOf(server, rosa, before.productid)).item.directions;
    const directions = `Only as your doctor says: ${pricingid.replaceAll("_", " ")}.`;
    const asked = { begins: "on_day", beginson, productid: after.productid, pricingid, directions } as const;
    const made = await changeTreatment(server, rosa, { ...asked, product: before.productid, despitewarning: true });
    expect(made.problem?.message ?? made.ok.status).toBe("waiting");
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    // Doses aren't noted of what only a doctor says how often to take.
    const all = <U>(used: U[], { dosing }: typeof after) => {
      const doses = dosing ? used : [];
      return { home: used, doses, record: used, fhir: used, pdf: used };
    };
    const [until, from] = [
      [[`${before.name} ${before.strength}`, old]],
      [[`${after.name} ${after.strength}`, directions]],
    ];

    await passDays(server, 5);
    const order = prescriptionOrderIn(await subscriptionOf(server, rosa, after.productid), "processing");
    const label = await labelOf(order.orderid ?? "");
    expect(label).toContain(`Start on ${formatShortDay(beginson)}.`);
    expect(label).toContain(directions);
    expect(await usedByLeaflet(order.orderid ?? "", after)).toContain(
      `${leaflet.use} Start on ${formatShortDay(beginson)}. ${directions} ${leaflet.labelcounts}`,
    );
    await server.jobs.drain();
    const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    await server.call(care.shipOrder, { params: { id: order.orderid ?? "" }, body }, { apiKey });
    await server.call(care.deliverOrder, { params: { id: order.orderid ?? "" }, body: {} }, { apiKey });
    await passDays(server, 6);
    const day = {
      fhir: [`Begins on ${formatShortDay(beginson)}`],
      pdf: [expect.stringContaining(`Begins on ${formatShortDay(beginson)}`)],
    };
    expect(await usedByOutlet(rosa, of), "the day before").toEqual({ ...all(until, before), begins: day });
    expect((await newestChange(server, rosa)).then).toContain(`on ${formatDay(beginson)}`);

    await passDays(server, 1);
    expect(await usedByOutlet(rosa, of), "the day itself").toEqual({
      ...all(from, after),
      begins: { fhir: [], pdf: [] },
    });
    expect((await newestChange(server, rosa)).then).toBeNull();
  });
});

/** Doses aren't noted of what only a doctor says how often to take. */
const everyOutlet = <U>(used: U[], { dosing }: (typeof products)[number]) => {
  const doses = dosing ? used : [];
  return { home: used, doses, record: used, fhir: used, pdf: used, begins: { fhir: [], pdf: [] } };
};

async function send(orderid: string): Promise<void> {
  await server.jobs.drain();
  const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
  await server.call(care.shipOrder, { params: { id: orderid }, body }, { apiKey });
  await server.call(care.deliverOrder, { params: { id: orderid }, body: {} }, { apiKey });
}

describe("decisions §19 a change with a bridge is one schedule: from the patient's yes, or the doctor's word where it's less, until the new box is there", () => {
  test.each(withBridge)("$before.productid → $pricingid", async ({ before, after, pricingid }) => {
    if (!before) throw new Error("No product");
    const rosa = await inCare(server);
    const of = [before.name, after.name];
    const old = (await subscriptionOf(server, rosa, before.productid)).item.directions;
    const [until, then] = [
      before.double?.directions ?? "Every other time, as your doctor says.",
      "As your doctor says.",
    ];
    const bridge = { untilpace: before.double ? "double" : "half", untildirections: until } as const;
    const asked = { begins: "now", until: "directions", ...bridge, productid: after.productid, pricingid } as const;
    const made = await changeTreatment(server, rosa, {
      ...{ ...asked, product: before.productid, directions: then, despitewarning: true },
    });
    expect(made.problem?.message ?? made.ok.status).toBe("waiting");
    const [had, has] = [`${before.name} ${before.strength}`, `${after.name} ${after.strength}`];
    const silent = before.double ? old : until;
    expect(await usedByOutlet(rosa, of), "before a yes").toEqual(everyOutlet([[had, silent]], before));
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    const { usednow } = await subscriptionOf(server, rosa, after.productid);
    expect(usednow?.directions).toBe(until);
    const order = prescriptionOrderIn(await subscriptionOf(server, rosa, after.productid), "processing");
    const label = await labelOf(order.orderid ?? "");
    expect([label.includes(then), label.includes(until)], "the new box's label").toEqual([true, false]);
    expect(await usedByLeaflet(order.orderid ?? "", after)).toContain(`${leaflet.use} ${then} ${leaflet.labelcounts}`);
    const bridged = await usedByOutlet(rosa, of);
    const { home: atHome, doses, record } = everyOutlet([[had, until]], before);
    expect(bridged).toMatchObject({ home: atHome, doses, record });
    for (const outlet of [bridged.fhir, bridged.pdf]) expect(outlet).toContainEqual([had, until]);
    await send(order.orderid ?? "");
    expect(await usedByOutlet(rosa, of), "the new box is there").toEqual(everyOutlet([[has, then]], after));
  });
});

describe("decisions §19 directions on a day are one schedule", () => {
  const changed = changes.filter((each, index) => changes.findIndex(({ after }) => after === each.after) === index);
  const unchanged = [patch, capsule].flatMap((after) => (after ? [{ before: undefined, after, pricingid: "" }] : []));
  test.each([...unchanged, ...changed])("$after.productid", async ({ before, after: product, pricingid }) => {
    const rosa = await inCare(server, { delivered: false });
    let { orderId } = rosa;
    if (before) {
      await send(orderId);
      const made = await changeTreatment(server, rosa, {
        ...{ begins: "now", productid: product.productid, pricingid, product: before.productid, despitewarning: true },
      });
      expect(made.status, made.problem?.message).toBe(201);
      if (made.ok.status === "waiting") await agreeToChange(server, rosa, await newestChange(server, rosa));
      const order = prescriptionOrderIn(await subscriptionOf(server, rosa, product.productid), "processing");
      orderId = order.orderid ?? "";
    }
    const [beginson, then] = [addDays(clinicToday(server.services), 9), "Half as often, as your doctor says."];
    const record = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    const { id = "", directions } =
      record.ok.prescriptions?.find(({ productid }) => productid === product.productid) ?? {};
    const body = { directions: then, pace: "half", beginson, reason: "Sleepy", message: "Slower." } as const;
    expect((await server.call(care.changeDirections, { params: { id }, body }, { apiKey })).status).toBe(200);
    const schedule = `${directions} Starting ${formatDay(beginson)}: ${then}`;
    expect(await labelOf(orderId)).toContain(schedule.replace(/\s+/gu, " "));
    expect(await usedByLeaflet(orderId, product)).toContain(
      `${leaflet.use} ${schedule} ${leaflet.labelcounts}`.replace(/\s+/gu, " "),
    );
    await send(orderId);
    const named = `${product.name} ${product.strength}`;
    const both = everyOutlet([[named, schedule]], product);
    const today = [[named, directions]];
    expect(await usedByOutlet(rosa, [product.name])).toEqual({ ...both, record: today, fhir: today });
    expect(await dosagesOf(rosa, named)).toEqual([
      { sequence: 1, text: directions, timing: { repeat: { boundsPeriod: { end: addDays(beginson, -1) } } } },
      { sequence: 2, text: then, timing: { repeat: { boundsPeriod: { start: beginson } } } },
    ]);
    await passDays(server, 9);
    expect(await usedByOutlet(rosa, [product.name]), "the day itself").toEqual(everyOutlet([[named, then]], product));
    expect(await dosagesOf(rosa, named)).toEqual([{ text: then }]);
  });
});
