import { randomUUID } from "node:crypto";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expectNoSidewaysScroll } from "../checks/readability.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("a daughter reports a death without signing in; the patient, who is alive, takes it back by one press; a second report is proved by the practice @both", async ({
  page,
  freshBrowser,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
  expectApiError,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Frost ${randomUUID().slice(0, 6)}`));
  const name = `${rosa.firstname} ${rosa.lastname}`;
  const daughter = await freshBrowser();
  const services = await freshBrowser();

  await test.step("what is missing is said, and what is right is sent", async () => {
    await daughter.goto("/report-a-death");
    await expect(daughter.getByRole("heading", { level: 1, name: "Someone has died" })).toBeVisible();
    await pressEnter(daughter.getByRole("button", { name: "Tell us" }));
    await expect(daughter.getByLabel("Your name")).toHaveAccessibleDescription("Please enter your name.");
    await checkAccessibility(daughter, "Report a death");
    await expectNoSidewaysScroll(daughter);
    await daughter.getByLabel("Your name").fill("Ana Frost");
    await daughter.getByLabel("Your email").fill("ana@example.com");
    await daughter.getByLabel("Who you are to them").fill("Daughter");
    await daughter.getByLabel("Their email with us").fill(rosa.email);
    await daughter.getByLabel("Their date of birth").fill(rosa.birthday);
    await daughter.getByLabel("Their name, and anything we should know").fill("My mother, Rosa Frost.");
    await pressEnter(daughter.getByRole("button", { name: "Tell us" }));
    await expect(daughter.getByRole("heading", { name: "Thank you for telling us" })).toBeVisible();
  });

  const notice = page.getByRole("heading", { level: 1, name: "Your account is on hold" });
  await test.step("the patient reads it in place of every page, and takes it back", async () => {
    await new SignIn(page).openSignedIn("/treatment", rosa);
    await expect(notice).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your plan" })).toHaveCount(0);
    await checkAccessibility(page, "A death is reported");
    await expectNoSidewaysScroll(page);
    await pressEnter(page.getByRole("button", { name: "I'm OK. Start everything again" }));
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Your plan" })).toBeVisible();
  });

  await test.step("the practice logs another report, and confirms it with how it was proved", async () => {
    await signInStaff(services, careTeam, "Kim Sander", ["patient_services"]);
    await services.goto(`/clinic/patients/${rosa.id}`);
    await expect(services.getByRole("heading", { level: 1, name })).toBeVisible();
    await services.keyboard.press("l");
    const dialog = services.getByRole("dialog", { name: `Log: ${name}` });
    await dialog.getByLabel("What", { exact: true }).selectOption("Death");
    await dialog.getByLabel("Who says so").fill("Ana Frost");
    await dialog.getByLabel("Who they are to the patient").fill("Daughter");
    await dialog.getByLabel("How it came").selectOption("By phone");
    await dialog.getByLabel("What they said").fill("She passed on Sunday.");
    await pressEnter(dialog.getByRole("button", { name: "Log it" }));
    await expect(services.getByText(/^Death reported on .* not proved$/)).toBeVisible();
    await expect(services.getByRole("heading", { level: 1, name: /\(deceased, reported .*\)$/ })).toBeVisible();
    await expectClinicAccessible(services, "A record with a death reported");
    await expect(notice).toBeVisible();
    await services.getByRole("list", { name: "Log" }).getByRole("link", { name: "She passed on Sunday." }).click();
    await services.waitForURL("**/clinic/task/*");
    await services.getByLabel("Outcome").selectOption("Proved, by what the note says. The account closes");
    await pressEnter(services.getByRole("button", { name: "Save" }));
    const note = services.getByLabel("Note", { exact: true });
    await expect(note).toHaveAccessibleDescription(/Please say in the note how the death was proved/);
    // The patient's session ends with it.
    expectApiError({ path: "/api/refreshtoken", status: 401 });
    await note.fill("Death certificate, Johnson County");
    await pressEnter(services.getByRole("button", { name: "Save" }));
    await expect(services.getByRole("heading", { name: "If this is no longer right" })).toBeVisible();
    await services.goto(`/clinic/patients/${rosa.id}`);
    await expect(services.getByText("The patient is deceased")).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
  });
});
