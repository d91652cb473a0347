import type { Page } from "@playwright/test";
import type { FlowVariant } from "#contract/constants.ts";
import { onboarding } from "#contract/onboarding.ts";
import { callApi } from "./actors/api.ts";
import { expect, test } from "./fixtures.ts";
import type { Hands } from "./hands/hands.ts";
import { keyboard } from "./hands/keyboard.ts";
import { mouse } from "./hands/mouse.ts";
import { touch } from "./hands/touch.ts";
import { Home } from "./pages/home.ts";
import { walk } from "./road/walk.ts";

/** From sign-up to a home page that shows the approval, in a flow that `choose` switches to once there is an account. */
const roadTest = (
  title: string,
  { hands, ssn, choose }: { hands: Hands; ssn?: string; choose: (page: Page) => Promise<void> },
) =>
  test(title, async ({ page, patient, content, checked }) => {
    const hello = `Hello, ${patient.firstname}`;
    const arrived = async (at: Page, screen: string) => {
      // The clinic does not wait for what is checked.
      if (screen === hello) await new Home(at).expectReview();
      await checked(at, screen);
      return at;
    };
    const road = { person: patient, hands, content, arrived, ...(ssn && { ssn }) };
    await page.goto("/eligibility");
    await walk(page, { ...road, until: "About you" });
    await choose(page);
    await walk(page, { ...road, until: hello });
    await new Home(page).expectApproval();
    await checked(page, "Home, approved");
  });

const bySwitcher = (hands: Hands, flow: FlowVariant) => async (page: Page) => {
  await page.goto("/health-questions?flow_switcher=true");
  const choice = page.getByRole("radio", { name: flow, exact: true });
  await expect(choice).toBeVisible();
  // It shows its new state when the server has said so.
  await hands.press(choice);
  await expect(page.getByText(`Flow variant: ${flow}`)).toBeVisible();
  // Without the query the panel goes.
  await page.goto("/");
};

/** Arrows through the switcher would try every flow on the way. */
const byCall = (flow: FlowVariant) => async (page: Page) => {
  const cookies = await page.context().cookies();
  const token = cookies.find(({ name }) => name === "accessToken")?.value ?? "";
  await callApi(page.request, onboarding.overrideFlow, { body: { flow_variant: flow } }, { token });
  await page.reload();
};

roadTest("@desktop the road by mouse, questions before the reveal", { hands: mouse, choose: bySwitcher(mouse, "C") });
roadTest("@desktop the road by keyboard, short flow", { hands: keyboard, choose: byCall("H") });
roadTest("the road by touch, reveal before the questions, a person checks her ID", {
  hands: touch,
  ssn: "666-12-3456",
  choose: bySwitcher(touch, "F1"),
});
