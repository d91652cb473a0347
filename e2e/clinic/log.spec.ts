import { randomUUID } from "node:crypto";
import { newPerson } from "../actors/person.ts";
import { signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

test("patient services logs a call and an alert by keys; a patient asks for a correction and says that a package broke, and reads what came of it @desktop", async ({
  page,
  freshBrowser,
  createDeliveredPatient,
  careTeam,
  checkAccessibility,
}) => {
  const rosa = await createDeliveredPatient(newPerson("Rosa", `Logan ${randomUUID().slice(0, 6)}`));
  const name = `${rosa.firstname} ${rosa.lastname}`;
  const services = page;
  const own = await freshBrowser();
  await signInStaff(services, careTeam, "Kim Sander", ["patient_services"]);

  await test.step("a call, by keys", async () => {
    await services.goto(`/clinic/patients/${rosa.id}`);
    await expect(services.getByRole("heading", { level: 1, name })).toBeVisible();
    await services.keyboard.press("l");
    const dialog = services.getByRole("dialog", { name: `Log: ${name}` });
    await dialog.getByLabel("What", { exact: true }).selectOption("Call");
    await pressEnter(dialog.getByRole("button", { name: "Log it" }));
    await expect(dialog.getByText("Choose what came of it.")).toBeVisible();
    await dialog.getByLabel("Who called").selectOption("They called us");
    await dialog.getByLabel("With whom").selectOption("The patient");
    await dialog.getByLabel("How they proved who they are").selectOption("Birthday and address");
    await dialog.getByLabel("What came of it").selectOption("We talked");
    await dialog.getByLabel("What was said").fill("Her cat chewed the box");
    await expectClinicAccessible(services, "Logging a call");
    await pressEnter(dialog.getByRole("button", { name: "Log it" }));
    await expect(services.getByText("Call: logged.")).toBeVisible();
    await expect(services.getByRole("link", { name: "Her cat chewed the box" })).toBeVisible();
  });

  await test.step("an alert stands on the chart", async () => {
    await services.keyboard.press("l");
    const dialog = services.getByRole("dialog", { name: `Log: ${name}` });
    await dialog.getByLabel("What", { exact: true }).selectOption("Alert");
    await dialog.getByLabel("About").selectOption("Needs an interpreter");
    await dialog.getByLabel("What everybody should know first").fill("Polish. Her son translates.");
    await pressEnter(dialog.getByRole("button", { name: "Log it" }));
    await expect(services.getByRole("link", { name: "Alert: Needs an interpreter" })).toBeVisible();
    await expectClinicAccessible(services, "A record with an alert on the chart");
  });

  await test.step("the patient asks for a correction, and says that the package broke", async () => {
    await new SignIn(own).openSignedIn("/account-settings/requests", rosa);
    await own.getByRole("radio", { name: /^Correct my record/ }).check();
    await own.getByLabel("What's wrong, and what should it say?").fill("I never smoked.");
    await checkAccessibility(own, "Asking for a correction");
    await pressEnter(own.getByRole("button", { name: "Send" }));
    await expect(own.getByText("Thank you. We got it.").last()).toBeVisible();
    await expect(own.getByText(/^We'll answer by /)).toBeVisible();
    await expect(own.getByRole("radio", { name: /^Correct my record/ })).toHaveCount(0);
    await checkAccessibility(own, "What was asked of the record");
    await own.goto(`/order/${rosa.order}`);
    await pressEnter(own.getByRole("button", { name: "Tell us" }));
    await own.getByLabel("What's wrong?").fill("The box is chewed.");
    await pressEnter(own.getByRole("button", { name: "Send" }));
    await expect(own.getByText(/^We'll answer by /)).toBeVisible();
    await checkAccessibility(own, "A package with something wrong");
  });

  await test.step("patient services sends it again, and the patient's open page says so", async () => {
    await services.goto("/clinic/inbox?kind=task");
    await pressEnter(services.getByRole("link", { name: new RegExp(`${name}.*The box is chewed`) }));
    await expect(services.getByText("Something is wrong with a package").first()).toBeVisible();
    await services.getByLabel("Outcome").selectOption("Sent again");
    await expectClinicAccessible(services, "Something wrong with a package");
    await pressEnter(services.getByRole("button", { name: "Save" }));
    await expect(services.getByRole("heading", { name: "What came of it" })).toBeVisible();
    await expect(own.getByText("We're sending it again.")).toBeVisible();
  });

  await test.step("the file of all packages, by its kind", async () => {
    await services.goto("/clinic/log?kind=package_problem");
    await expect(services.getByRole("link", { name: "The box is chewed." })).toBeVisible();
    await expectClinicAccessible(services, "The log of one kind");
  });
});
