import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { formatsIn } from "#contract/fields/formats.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { callApi } from "../actors/api.ts";
import { completeVisit } from "../actors/visit.ts";
import { addDays } from "../flows/year/days.ts";
import { expect, test } from "../flows/year/fixtures.ts";

const weekdays = formatsIn({ weekday: "long" });
const healthWord = /patch|capsule|dose|medicine|estradiol|progest|treat|health|hormone|symptom|doctor/i;

test(
  "a patient says how they feel, and keeps a log of doses, until a stop ends it",
  { tag: "@translated" },
  async ({ clinic, year, page, patient, api, expectProblem, checkAccessibility }) => {
    expectProblem(/ERR_FAILED .*\/wellbeing\/checkin\//);
    const feel = page.getByRole("region", { name: "How you feel" });
    const doses = page.getByRole("region", { name: "Your doses" });
    const capsule = doses.getByRole("listitem").filter({ hasText: "Progesterone capsule" });
    const patch = doses.getByRole("listitem").filter({ hasText: "Estradiol patch" });
    const reminders = async () =>
      (await year.mails.all()).filter(({ subject }) => subject === "Your reminder for today");

    await test.step("at home with the first parcel, both are offered, and nothing is due", async () => {
      await completeVisit(api, patient);
      await year.moveTo(addDays(clinic.today(), 8));
      await expect(feel.getByRole("figure", { name: "Hot flashes: 3 at the start" })).toBeVisible();
      await expect(capsule.getByRole("heading", { name: "Keep track, if you like" })).toBeVisible();
    });

    await test.step("a first dose begins days, which can be turned off again", async () => {
      await page.getByRole("button", { name: "I put on my first patch" }).click();
      await expect(patch.getByRole("heading", { name: "Done for today" })).toBeVisible();
      await patch.getByRole("button", { name: /^Change/ }).click();
      await patch.getByRole("button", { name: "Turn off" }).click();
      await expect(patch.getByRole("heading", { name: "Keep track, if you like" })).toBeVisible();
    });

    await test.step("a check-in takes three presses, and is saved with each", async () => {
      await feel.getByRole("button", { name: "Check in: 10 seconds" }).click();
      await expect(feel.getByRole("heading", { name: "How you feel" })).toBeFocused();
      await checkAccessibility(page, "Home, check-in open");
      for (const group of await feel.getByRole("radiogroup").all())
        await group.getByRole("radio", { name: "A little" }).check();
      await feel.getByRole("button", { name: "Done" }).click();
      await expect(feel.getByText("3 at the start, 1 now: better")).toBeVisible();
      await expect(feel.getByText(/^That's better than at the start\. Dr\. /)).toBeVisible();
    });

    await test.step("it can be changed all week; what got worse gives the way to the doctor", async () => {
      await feel.getByRole("button", { name: "Change this week's answers" }).click();
      await feel.getByRole("radiogroup").last().getByRole("radio", { name: "Very much" }).check();
      await feel.getByRole("button", { name: "Done" }).click();
      await expect(feel.getByText(/4 now: worse$/)).toBeVisible();
      await expect(feel.getByRole("link", { name: /^Write to Dr\. / })).toHaveAttribute("href", "/messages/doctor");
    });

    await test.step("pressed without a connection it is kept, and sent once there is one", async () => {
      await feel.getByRole("button", { name: "Change this week's answers" }).click();
      await page.route(`**${fullPath(wellbeing.checkIn).replace("{week}", "*")}`, (route) => route.abort());
      await feel.getByRole("radiogroup").last().getByRole("radio", { name: "Quite a bit" }).check();
      await expect(feel.getByText(/^You're offline/)).toBeVisible();
      await page.unrouteAll();
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await expect(feel.getByText(/^You're offline/)).toBeHidden();
      await feel.getByRole("button", { name: "Done" }).click();
      await expect(feel.getByText(/3 now: /)).toBeVisible();
    });

    await test.step("off in one press, on again in one", async () => {
      await feel.getByRole("button", { name: "Turn off weekly check-ins" }).click();
      await expect(feel.getByText("Weekly check-ins are off.")).toBeVisible();
      await page.reload();
      await feel.getByRole("button", { name: "Turn on weekly check-ins" }).click();
      await expect(feel.getByText(/3 now: /)).toBeVisible();
    });

    await test.step("days and a reminder are picked; the capsule is due tonight, and done", async () => {
      await capsule.getByRole("button", { name: /^Keep track/ }).click();
      await capsule.getByRole("combobox", { name: "Reminder by email" }).selectOption("3 pm");
      await capsule.getByRole("button", { name: "Save" }).click();
      await expect(capsule.getByRole("heading", { name: "Progesterone capsule" })).toBeVisible();
      await expect(capsule.getByText("We'll email you at 3 pm, Pacific Time. It won't say what for.")).toBeVisible();
    });

    await test.step("it leads home, is noted there, and the list follows; taken back in the list, it leads again", async () => {
      const lead = page.getByRole("region", { name: "Take your capsule tonight" });
      await checkAccessibility(page, "Home, a dose leads");
      await lead.getByRole("button", { name: /^Done/ }).click();
      await expect(capsule.getByRole("heading", { name: "Done for today" })).toBeVisible();
      await expect(lead).toBeHidden();
      await capsule.getByRole("button", { name: /^Undo/ }).click();
      await expect(lead).toBeVisible();
      await lead.getByRole("button", { name: /^Skip/ }).click();
      await expect(capsule.getByText(/Don't take two at once to catch up/)).toBeVisible();
      expect(await reminders()).toEqual([]);
    });

    await test.step("a day later the reminder has come, without a health word; the missed one shows what the label says", async () => {
      await patch.getByRole("button", { name: /^Pick your days/ }).click();
      const days = await patch.getByRole("combobox", { name: "Your days" }).getByRole("option").allTextContents();
      expect(days).toHaveLength(8);
      const today = weekdays("America/Los_Angeles").format(clinic.now());
      const label = days.find((each) => each.startsWith(today)) ?? days.find((each) => each.includes(today)) ?? "";
      await patch.getByRole("combobox", { name: "Your days" }).selectOption(label);
      await patch.getByRole("button", { name: "Save" }).click();
      await patch.getByRole("button", { name: /^Undo/ }).click();
      await expect(page.getByRole("heading", { name: "Change your patch today" })).toBeVisible();
      await year.moveTo(addDays(clinic.today(), 1));
      const [mail, ...more] = await reminders();
      expect(more).toEqual([]);
      expect(`${mail?.subject} ${mail?.text}`).not.toMatch(healthWord);
      await expect(patch.getByText("Yesterday isn't noted.")).toBeVisible();
      await checkAccessibility(page, "Home, doses and one not noted");
      await expect(
        patch.getByText(/^Put on a new patch as soon as you remember\..*never two to catch up\.$/),
      ).toBeVisible();
      await patch.getByRole("button", { name: /^Done/ }).click();
      await expect(patch.getByText("Yesterday: done")).toBeVisible();
    });

    await test.step("an answer that speaks against the patch ends its days, its doses and its reminders at once", async () => {
      const { email, password } = patient;
      const { idToken: token } = await callApi(api, auth.signIn, { body: { email, password, role: "PATIENT" } });
      const { version } = await callApi(api, account.healthAnswers, { query: {} }, { token });
      const answers = [{ questionid: "heart_and_clots", answer: ["leg_clot"] }];
      await callApi(api, account.updateHealthAnswers, { body: { version, answers } }, { token });
      await page.reload();
      await expect(page.getByRole("region", { name: "Estrogen is not safe for you" })).toBeVisible();
      await expect(page.getByRole("heading", { name: "Change your patch today" })).toHaveCount(0);
      await expect(patch).toHaveCount(0);
      const before = (await reminders()).length;
      const { doses: left } = await callApi(api, wellbeing.read, {}, { token });
      await year.clinic.moveTo(api, addDays(clinic.today(), 1));
      expect((await reminders()).length - before).toBe(left.items.length > 0 ? 1 : 0);
    });
  },
);
