import { randomUUID } from "node:crypto";
import { care } from "#contract/care/calls.ts";
import { createPatientInCare, doctorsConversation } from "../actors/patient-in-care.ts";
import { newPerson } from "../actors/person.ts";
import { newDoctor, signInStaff } from "../actors/staff.ts";
import { expect, test } from "../fixtures.ts";
import { pressEnter } from "../input/keyboard.ts";
import { expectClinicAccessible, findRow } from "../pages/clinic.ts";
import { SignIn } from "../pages/sign-in.ts";

const words = "Your mammogram of May shows nothing new.";

test("a patient says that a message isn't hers: it's gone at once; a nurse takes it back and sends it to the right one of two who are called alike @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  expectApiError,
}) => {
  const name = `Quiroz ${randomUUID().slice(0, 6)}`;
  const ana = await createPatientInCare(api, careTeam, newPerson("Ana", name));
  const anna = await createPatientInCare(api, careTeam, newPerson("Anna", name));
  const conversation = await doctorsConversation(careTeam, ana.id);
  const { id: message } = await careTeam(care.sendMessage, { params: { id: conversation }, body: { message: words } });

  await test.step("one press and one question, and it's hidden", async () => {
    await new SignIn(page).openSignedIn("/messages/doctor", ana);
    await expect(page.getByText(words)).toBeVisible();
    await pressEnter(page.getByRole("button", { name: "This isn't mine" }).last());
    await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: "It isn't mine" }));
    await expect(page.getByText("You told us this message isn't yours.")).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("You told us this message isn't yours.")).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
  });

  const nurse = await freshBrowser();
  await signInStaff(nurse, careTeam, "Noor Haddad", ["nurse"]);
  await test.step("a nurse finds it in the inbox, and the other patient by name and birthday", async () => {
    await nurse.goto("/clinic/inbox?queue=task");
    await pressEnter(await findRow(nurse, new RegExp(`Ana ${name}`)));
    await expect(nurse.getByRole("heading", { name: /^Was this for Ana / })).toBeVisible();
    await expectClinicAccessible(nurse, "A message a patient says isn't theirs");
    await pressEnter(nurse.getByRole("button", { name: "No, withdraw it" }));
    const dialog = nurse.getByRole("dialog", { name: "Withdraw this message?" });
    await dialog.getByLabel("Who it was meant for").fill(name);
    await dialog.getByRole("radio", { name: new RegExp(`^Anna ${name}`) }).press("Space");
    await expectClinicAccessible(nurse, "Taking a message back");
    // Whoever takes it back says why they open the right one's record.
    expectApiError({ path: `/api/clinic/conversation/${conversation}/message/${message}/withdrawn`, status: 403 });
    await pressEnter(dialog.getByRole("button", { name: "Withdraw it and send it on" }));
    await nurse.getByLabel("Reason").selectOption("colleague");
    await pressEnter(nurse.getByRole("button", { name: "Open the record" }));
    await expect(dialog).toHaveCount(0);
  });

  await test.step("the patient reads that it came by mistake, and the right one has it", async () => {
    await expect(page.getByText("We sent a message here by mistake")).toBeVisible();
    const right = await doctorsConversation(careTeam, anna.id);
    const read = () => careTeam(care.conversationMessages, { params: { id: right }, query: {} });
    await expect.poll(async () => (await read()).items.some((each) => each.message === words)).toBe(true);
    await nurse.goto(`/clinic/conversation/${conversation}`);
    await expect(nurse.getByText("Another patient has a name like this")).toBeVisible();
    await expect(nurse.getByText(/Taken back: it was for another patient/)).toBeVisible();
    await expectClinicAccessible(nurse, "A conversation of a patient whose name is like another's");
  });
});

test("a patient says that a medical letter isn't hers: she can't download it, and a physician withdraws it, which leaves her own @desktop", async ({
  page,
  freshBrowser,
  api,
  careTeam,
  checkAccessibility,
}) => {
  const ana = await createPatientInCare(api, careTeam, newPerson("Ana", `Quiroz ${randomUUID().slice(0, 6)}`));
  const params = { id: ana.id };
  await careTeam(care.issueLetter, { params, body: { text: "Your own letter." } });
  await careTeam(care.issueLetter, { params, body: { text: "Marta has osteoporosis." } });

  await test.step("one press and one question, and it's hidden; the one before can be downloaded", async () => {
    await new SignIn(page).openSignedIn("/insurance-documents", ana);
    await page.getByRole("heading", { name: "Medical letter" }).click();
    await expect(page.getByRole("button", { name: "This isn't mine" })).toBeVisible();
    await checkAccessibility(page, "A medical letter, /insurance-documents");
    await pressEnter(page.getByRole("button", { name: "This isn't mine" }));
    await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: "It isn't mine" }));
    await expect(page.getByText("You told us a letter isn't yours.")).toBeVisible();
    await checkAccessibility(page, "A medical letter that isn't the patient's, /insurance-documents");
  });

  await test.step("a physician finds it in the inbox, and withdraws it", async () => {
    const desk = await freshBrowser();
    const doctor = await newDoctor(careTeam, "Paula", "Reyes", "CA");
    await signInStaff(desk, careTeam, "Paula Reyes", ["physician"], doctor);
    await desk.goto("/clinic/inbox?queue=task");
    await pressEnter(await findRow(desk, new RegExp(ana.lastname)));
    await expect(desk.getByText("Marta has osteoporosis.")).toBeVisible();
    await expectClinicAccessible(desk, "A letter a patient says isn't theirs");
    await pressEnter(desk.getByRole("button", { name: "No, withdraw it" }));
    const dialog = desk.getByRole("dialog", { name: "Withdraw this letter?" });
    await pressEnter(dialog.getByRole("button", { name: "Withdraw it", exact: true }));
    await expect(dialog).toHaveCount(0);
    await desk.goto(`/clinic/patients/${ana.id}`);
    await expect(desk.getByText("withdrawn: it was for another patient", { exact: false })).toBeVisible();
    await expect(desk.getByText("the patient can download it", { exact: false })).toBeVisible();
    await expectClinicAccessible(desk, "A withdrawn letter in the record");
  });
  await expect(page.getByText("You told us a letter isn't yours.")).toHaveCount(0);
});
