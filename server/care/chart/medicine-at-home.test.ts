import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { atHomeTexts, isPrescribedAgain, productsAtHome } from "./medicine-at-home.ts";

type Plan = Parameters<typeof productsAtHome>[0];
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
const planOf = (onHold: readonly boolean[], status: Plan["status"] = "approved"): Plan => ({
  status,
  prescribed: new Map(
    onHold.map((each, index) => [`product ${index}`, { onHold: each }]),
  ) as unknown as Plan["prescribed"],
  items: [
    { productid: patch, prescription: true },
    { productid: "serum", prescription: false },
  ] as unknown as Plan["items"],
});

test.each<[string, readonly boolean[], boolean]>([
  ["nothing", [], false],
  ["one that isn't on hold", [false], true],
  ["two, of which one is on hold", [false, true], false],
  ["one on hold", [true], false],
])("prescribed again: %s", (_, onHold, expected) => expect(isPrescribedAgain(planOf(onHold))).toBe(expected));

test("at home is what is prescribed, and what was approved that needs a prescription", () => {
  expect(productsAtHome(planOf([false]))).toEqual(["product 0", patch]);
  expect(productsAtHome({ ...planOf([false], "submitted" as Plan["status"]) })).toEqual(["product 0"]);
});

test("what to do with it is said by form, once for all of a form; or to keep it", async () => {
  const content = await shippedContent();
  const { safety } = content.nextsteps;
  const texts = atHomeTexts(content, [patch, capsule, "estradiol_patch_0_1", "gone"], false);
  expect(texts).toHaveLength(2);
  expect(texts[0]?.names).toHaveLength(2);
  const forms = (text: string | undefined) => safety.athome.find((each) => each.text === text)?.forms;
  expect(forms(texts[0]?.text)).toContain("patch");
  expect(atHomeTexts(content, [patch, capsule], true)).toMatchObject([
    { text: safety.keep, names: [expect.any(String), expect.any(String)] as string[] },
  ]);
});
