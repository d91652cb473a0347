import { beforeAll, describe, expect, test } from "vitest";
import type { Content } from "#content/loader/load.ts";
import type { FlowVariant } from "#contract/constants.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { assessVisit, requireVisit } from "../flow/in-progress.ts";
import { answerVisit, type Overrides } from "../testing/answers.ts";
import { presentChosenPlan } from "./chosen-plan.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const patientAt = async (until: number, answers: Overrides = {}, flow: FlowVariant = "C"): Promise<TestPatient> => {
  const patient = await server.newPatient();
  await server.call(onboarding.overrideFlow, { body: { flow_variant: flow } }, { token: patient.token });
  await answerVisit(server, patient, { until, answers });
  return patient;
};
const reveal = async ({ token }: TestPatient) =>
  (await server.call(onboarding.productReveal, { query: {} }, { token })).ok;
const chosen = { productid: "estradiol_patch_0_05", pricingid: "estradiol_patch_0_05_1m" };
const capsule = { productid: "progesterone_capsule_100", pricingid: "progesterone_capsule_100_1m" };
const save = ({ token }: TestPatient, n: number, body: object) =>
  server.call(onboarding.saveStep, { params: { n }, body }, { token });

describe("the suggested plan", () => {
  test("is the best fit with what it requires, in the shortest supply, and can be chosen as it is", async () => {
    const patient = await patientAt(3);
    const { suggestedplan } = await reveal(patient);
    expect(suggestedplan).toEqual([chosen, capsule]);
    expect((await save(patient, 3, { products: suggestedplan })).status).toBe(200);
  });

  test("has one treatment where the answers recommend several", async () => {
    const { suggestedplan, products } = await reveal(await patientAt(3, { vaginal_dryness: "4" }));
    expect(products.filter(({ fit }) => fit === "recommended").length).toBeGreaterThan(1);
    expect(
      suggestedplan.filter(
        ({ productid }) => products.find((each) => each.productid === productid)?.fit !== "required",
      ),
    ).toHaveLength(1);
  });

  test("is empty for a patient who would rather avoid hormones", async () => {
    const answers = { hormone_wish: "avoid", vaginal_dryness: "0", painful_sex: "0", bladder: "0" };
    expect((await reveal(await patientAt(3, answers))).suggestedplan).toEqual([]);
  });

  test("is empty before the questions, where nothing is known of the patient", async () => {
    const { suggestedplan, suggestedaddons, products } = await reveal(await patientAt(3, {}, "F1"));
    expect([suggestedplan, suggestedaddons]).toEqual([[], []]);
    expect(products.filter((product) => "doctorsays" in product)).toEqual([]);
  });

  test("says of its products what a doctor says to such answers, and what each would take the place of", async () => {
    const { products } = await reveal(await patientAt(3));
    const patch = products.find(({ productid }) => productid === chosen.productid);
    expect(patch?.doctorsays).toBe("Steady estrogen calms hot flashes by day and sweats at night.");
    expect(patch?.replaces).toEqual(expect.arrayContaining(["estradiol_tablet_1"]));
    expect(patch?.replaces).not.toContain(capsule.productid);
    const insert = products.find(({ productid }) => productid === "estradiol_vaginal_insert");
    expect(insert && "doctorsays" in insert).toBe(false);
  });

  test("at most two add-ons are suggested, and only those the answers speak for", async () => {
    const answers = { dry_skin: "4", thin_hair: "4", poor_sleep: "4" };
    const { addons, suggestedaddons } = await reveal(await patientAt(4, answers));
    expect(suggestedaddons).toHaveLength(2);
    for (const id of suggestedaddons) expect(addons.find(({ productid }) => productid === id)?.reasons).not.toEqual([]);
  });
});

describe("a plan that changes while the patient looks", () => {
  test("one that costs more than she saw is refused with its price, and nothing is lost", async () => {
    const patient = await patientAt(3);
    const { status, problem } = await save(patient, 3, { products: [chosen, capsule], totalamount: 93.99 });
    expect([status, problem.code, problem.details]).toEqual([409, "price_changed", { totalamount: 94 }]);
    expect(problem.message).toContain("$94.00");
    expect((await save(patient, 3, { products: [chosen, capsule], totalamount: 94 })).status).toBe(200);
  });

  test("one that costs less, or a client that sends no price, goes on", async () => {
    expect((await save(await patientAt(3), 3, { products: [chosen, capsule], totalamount: 120 })).status).toBe(200);
    expect((await save(await patientAt(3), 3, { products: [chosen, capsule] })).status).toBe(200);
  });

  test("add-ons too are chosen at the price she saw", async () => {
    const products = [{ productid: "magnesium", pricingid: "magnesium_1m" }];
    const { problem } = await save(await patientAt(4), 4, { products, totalamount: 18 });
    expect(problem.code).toBe("price_changed");
  });

  test("one that is not offered any more is refused by name of its field", async () => {
    const gone = { ...chosen, pricingid: "estradiol_patch_0_05_6m" };
    const { status, problem } = await save(await patientAt(3), 3, { products: [gone, capsule] });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "products.0.pricingid"]);
    expect(problem.message).toContain("isn't available anymore");
  });
});

describe("the chosen plan", () => {
  test("comes with each step from the choice to the payment, and not with the questions", async () => {
    const patient = await patientAt(6);
    const planAt = async (n: number) =>
      (await server.call(onboarding.step, { params: { n } }, { token: patient.token })).ok.plan;
    expect(await planAt(2)).toBeNull();
    for (const n of [3, 4, 6]) {
      const plan = await planAt(n);
      expect(plan?.items.map(({ productid }) => productid)).toEqual([chosen.productid, capsule.productid]);
      expect([plan?.subtotal, plan?.news]).toEqual([94, []]);
    }
  });

  type CatalogueProduct = Content["catalogue"]["products"][number];
  /** The content with other products. */
  const withProducts = (content: Content, change: (product: CatalogueProduct) => CatalogueProduct | null): Content => ({
    ...content,
    catalogue: { ...content.catalogue, products: content.catalogue.products.flatMap((each) => change(each) ?? []) },
  });
  const choices = [{ ...chosen, step: 3, priceCents: 5500 }];

  test("says that a price has risen since it was chosen", () => {
    const { items, subtotal, news } = presentChosenPlan(server.services.content, choices);
    expect([items[0]?.price, subtotal]).toEqual([59, 59]);
    expect(news).toEqual(["Estradiol patch is now $59.00. It was $55.00 when you chose it."]);
    expect(presentChosenPlan(server.services.content, [{ ...choices[0]!, priceCents: 9900 }]).news).toEqual([]);
  });

  test("leads back to the choice, also from checkout, once something of it is not offered any more", async () => {
    const { services } = server;
    const visit = await requireVisit(services, (await patientAt(6)).id);
    const stepWith = (content: Content) => assessVisit({ ...services, content }, visit).assessment.current;
    expect(stepWith(services.content)).toBe(6);
    const without = withProducts(services.content, (product) =>
      product.productid === chosen.productid ? null : product,
    );
    expect(stepWith(without)).toBe(3);
  });

  test("says what is not offered any more, and leaves it out", () => {
    const { content } = server.services;
    const without = withProducts(content, (product) => (product.productid === chosen.productid ? null : product));
    expect(presentChosenPlan(without, choices)).toEqual({
      items: [],
      subtotal: 0,
      news: ["Something you chose isn't available anymore. Please choose again."],
    });
    const otherSize = withProducts(content, (product) => ({ ...product, pricings: product.pricings.slice(1) }));
    expect(presentChosenPlan(otherSize, choices).news).toEqual([
      "Estradiol patch isn't available in that size anymore. Please choose again.",
    ]);
  });
});
