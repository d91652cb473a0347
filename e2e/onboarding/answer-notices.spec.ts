import { completeVisitUpTo } from "../actors/visit.ts";
import { expect, test } from "../fixtures.ts";
import { holdRequests } from "../network/responses.ts";
import { SignIn } from "../pages/sign-in.ts";

test("§5 a notice appears beside its answer, and the next question stays under the finger; one that was not on screen holds Continue once", async ({
  page,
  patient,
  api,
  checkAccessibility,
  expectProblem,
}) => {
  await completeVisitUpTo(api, patient, 2.8, "C");
  await new SignIn(page).openSignedIn("/", patient);
  const heading = page.getByRole("heading", { level: 1 });
  const proceed = page.getByRole("button", { name: "Continue" });
  const question = (name: RegExp) => page.getByRole("radiogroup", { name });
  const mammogram = page.getByText(/^A mammogram is due/);
  const pap = page.getByText(/^A Pap or HPV test is due/);
  await expect(heading).toHaveText("Checkups and habits");

  await test.step("as the answer is given: below its question, with the focus where it was and the next question in its place", async () => {
    const release = await holdRequests(page, "**/step/2.8/notices");
    const never = question(/mammogram/).getByRole("radio", { name: "I've never had one" });
    await never.check();
    const next = question(/Pap/);
    const before = await next.boundingBox();
    release();
    await expect(mammogram).toBeVisible();
    await expect(never).toBeFocused();
    const [answer, notice, after] = [
      await never.boundingBox(),
      await mammogram.boundingBox(),
      await next.boundingBox(),
    ];
    // To the pixel the page can scroll by.
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 999))).toBeLessThan(1);
    expect(notice?.y).toBeGreaterThan(answer?.y ?? Number.POSITIVE_INFINITY);
    expect(notice?.y).toBeLessThan(after?.y ?? 0);
    await mammogram.scrollIntoViewIfNeeded();
    await checkAccessibility(page, "Visit, a notice beside its answer");
  });

  await test.step("a notice that could not be shown before holds Continue once, through a reload", async () => {
    expectProblem(/ERR_FAILED/);
    await page.route("**/step/2.8/notices", (route) => route.abort());
    await question(/Pap/).getByRole("radio", { name: "I've never had one" }).check();
    await question(/alcohol/)
      .getByRole("radio", { name: "None" })
      .check();
    await question(/move/).getByRole("radio", { name: "2 to 4" }).check();
    await proceed.click();
    const hint = page.getByText("Please read our note about your answers, then continue.");
    await expect(hint).toBeVisible();
    await expect(pap).toBeInViewport({ ratio: 1 });
    await page.reload();
    await expect(pap).toBeVisible();
    await proceed.click();
    await expect(heading).not.toHaveText("Checkups and habits");
    await expect(hint).toHaveCount(0);
  });
});

test("@desktop a notice that comes late pushes Continue below no edge: it stays in sight, with its focus", async ({
  page,
  patient,
  api,
}) => {
  await completeVisitUpTo(api, patient, 2.8, "C");
  await new SignIn(page).openSignedIn("/", patient);
  const proceed = page.getByRole("button", { name: "Continue" });
  const mammogram = page.getByText(/^A mammogram is due/);
  const never = page.getByRole("radiogroup", { name: /mammogram/ }).getByRole("radio", { name: "I've never had one" });
  const release = await holdRequests(page, "**/step/2.8/notices");
  await never.check();
  await proceed.focus();
  await expect(proceed).toBeInViewport({ ratio: 1 });
  await never.scrollIntoViewIfNeeded();
  release();
  await expect(mammogram).toBeVisible();
  await expect(proceed).toBeFocused();
  await expect(proceed).toBeInViewport({ ratio: 1 });
  const isCovered = await mammogram.evaluate((notice) => {
    notice.scrollIntoView({ block: "end" });
    const { left, right, bottom } = notice.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, bottom - 4);
    return over === null || !(notice.contains(over) || over.contains(notice));
  });
  expect(isCovered, "scrolled to, the notice isn't under Continue").toBe(false);
});
