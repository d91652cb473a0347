import type { Page } from "@playwright/test";
import { test } from "../fixtures.ts";
import { keyboard } from "../input/keyboard.ts";
import { Home } from "../pages/home.ts";
import { overrideFlow } from "../flows/visit/flow-variant.ts";
import { walkVisit } from "../flows/visit/walk-visit.ts";

/**
 * From sign-up to a home page that shows the approval. By mouse, with the questions before the reveal, the road is walked in
 * tracking.spec.ts; by touch, with the reveal before them and a person who checks her ID, in large-text.spec.ts.
 */
test("@desktop the road by keyboard, short flow", async ({
  page,
  patient,
  content,
  api,
  checked: checkAccessibility,
}) => {
  const hello = `Hello, ${patient.firstname}`;
  const arrived = async (at: Page, screen: string) => {
    // The clinic does not wait for what is checked.
    if (screen === hello) await new Home(at).expectReview();
    await checkAccessibility(at, screen);
    return at;
  };
  const visitWalk = { person: patient, hands: keyboard, content, arrived };
  await page.goto("/eligibility");
  await walkVisit(page, { ...visitWalk, until: "About you" });
  await overrideFlow(page, api, "H");
  await walkVisit(page, { ...visitWalk, until: hello });
  await new Home(page).expectApproval();
  await checkAccessibility(page, "Home, approved");
});
