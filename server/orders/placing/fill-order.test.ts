import { beforeAll, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import type { FillErrorCode } from "#contract/http/errors.ts";
import { type PricedLine, priceLines } from "#server/catalogue/catalogue.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { FillObstacle, FillObstacleKind } from "#server/prescriptions/public.ts";
import { capsule, patch, prescribeAgain, twoPrescribed } from "#server/prescriptions/testing/prescription-rows.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { fillOrder, fillRefusal, wantedFills } from "./fill-order.ts";

const content = await shippedContent();
const refuse = (code: string, more?: object) => new Refusal(code as never, more);
const obstacle = (index: number, kind: FillObstacleKind, from?: string): FillObstacle =>
  ({ index, kind, message: `${kind} of ${index}`, ...(from !== undefined && { from }) }) as never;
const refusalOf = (obstacles: readonly FillObstacle[], combined?: Parameters<typeof fillRefusal>[2]) =>
  fillRefusal({ content, refuse } as never, obstacles, combined);

const codes: Readonly<Record<FillObstacleKind, FillErrorCode>> = {
  ...{ not_prescribed: "step_ahead", on_subscription: "on_subscription", too_early: "too_early" },
  ...{ on_hold: "prescription_needed", waits_for_clinician: "prescription_needed", no_refills: "prescription_needed" },
  ...{ linked_supply: "prescription_needed", progestogen_needed: "progestogen_needed" },
  quantity_above_prescribed: "quantity_above_prescribed",
};

test.each(Object.entries(codes) as [FillObstacleKind, FillErrorCode][])(
  "%s is refused with %s, at its line",
  (kind, code) => {
    const { code: refused, options } = refusalOf([obstacle(2, kind, "2026-03-09")]);
    const field = kind === "quantity_above_prescribed" ? "quantity" : "productid";
    expect([refused, options]).toEqual([
      code,
      {
        message: `${kind} of 2`,
        fields: [{ path: `checkout.2.${field}`, message: `${kind} of 2` }],
        details: { date: "2026-03-09" },
      },
    ]);
  },
);

test("several are one refusal: of the first, with its day, and each sentence once", () => {
  const several = [
    obstacle(1, "too_early", "2026-03-09"),
    obstacle(0, "on_hold", "2026-01-01"),
    obstacle(2, "too_early", "2026-04-09"),
    obstacle(1, "too_early", "2026-03-09"),
  ];
  const { code, options } = refusalOf(several);
  expect(code).toBe("too_early");
  expect(options.message).toBe("too_early of 1 on_hold of 0 too_early of 2");
  expect(options.fields?.map(({ path }) => path)).toEqual([1, 0, 2, 1].map((index) => `checkout.${index}.productid`));
  expect(options.details).toEqual({ date: "2026-03-09" });
  expect(refusalOf([obstacle(1, "on_hold")]).options.details).toBeUndefined();
  const combined = sentence("payment.not_reached");
  expect(refusalOf(several, combined).options.message).toEqual(combined);
  expect(refusalOf([]).code).toBe("wrong_state");
});

test.each(["cart", "onboarding", "upsell", "renewal"] as const)(
  "a %s asks for a fill of each prescription line",
  (kind) => {
    const line = (productid: string, prescription: boolean, refills: number) =>
      ({
        product: { productid, prescription },
        pricing: { dayssupply: 30 + refills, refills },
        quantity: 2,
      }) as PricedLine;
    const isCart = kind === "cart";
    const shared = { prescription: true, quantity: 2, consumesFill: isCart, boughtSeparately: isCart };
    expect(wantedFills([line("jar", false, 0), line("patch", true, 3), line("gel", true, 1)], kind)).toEqual([
      { ...shared, lineIndex: 1, productId: "patch", packDays: 33, followingFills: isCart ? 0 : 3 },
      { ...shared, lineIndex: 2, productId: "gel", packDays: 31, followingFills: isCart ? 0 : 1 },
    ]);
  },
);

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

test("a cart takes a fill of what this patient is prescribed, and of nothing else; a checkout whose doctor decides yet takes none", async () => {
  const { db } = server.services;
  const [rosa, other] = await twoPrescribed(server);
  const [serum, cream] = ["minoxidil_serum", "estradiol_vaginal_cream"];
  const idOf = (patient: typeof rosa, product_id: string) =>
    prescribeAgain(server, patient[patch], { product_id, refills_left: 3, days_supply: 90 });
  const own = { [serum]: await idOf(rosa, serum), [cream]: await idOf(rosa, cream) };
  await idOf(other, serum);
  const left = async ({ id }: typeof rosa) =>
    Object.fromEntries(
      (await db.selectFrom("prescription").selectAll().where("patient_id", "=", id).execute()).map((row) => [
        row.product_id,
        row.refills_left,
      ]),
    );
  const lines = priceLines(
    content,
    [serum, "magnesium"].map((productid) => ({ productid, pricingid: `${productid}_1m`, quantity: 1 })),
  );
  const fill = (kind: "cart" | "upsell") =>
    inTransaction(server.services, (tx) => fillOrder({ ...tx, refuse } as never, { patientId: rosa.id, kind }, lines));
  const before = { [patch]: rosa[patch].refills_left, [capsule]: rosa[capsule].refills_left, [serum]: 3, [cream]: 3 };
  expect(await fill("upsell")).toEqual(new Map());
  expect(await left(rosa)).toEqual(before);
  expect(await fill("cart")).toEqual(new Map([[serum, own[serum]]]));
  expect(await left(rosa)).toEqual({ ...before, [serum]: 2 });
  expect(await left(other)).toMatchObject({ [serum]: 3 });
});
