import { signInForToken, sendWelcomeMessage } from "../actors/patient-in-care.ts";
import { completeVisit } from "../actors/visit.ts";
import { readConversation, sendAsCareTeam } from "../flows/conversation/care-team.ts";
import { cutAtRandom } from "../flows/conversation/cuttable-connection.ts";
import { expect, test } from "../flows/conversation/fixtures.ts";
import { SignIn } from "../pages/sign-in.ts";

/** How often the connection drops while both sides write; a tenth of it while the patient is elsewhere. `npm run explore` sets many more. */
const drops = Number(process.env["LINE_DROPS"] ?? 20);
const dropsElsewhere = drops / 10;
/** Longest time from a connection being open to the next cut, in ms. */
const longestMs = 300;
const patientTexts = Array.from({ length: 20 }, (_, index) => `hers-${100 + index}`);
const careTeamTexts = Array.from({ length: 40 }, (_, index) => `care-${100 + index}`);
const later = Array.from({ length: 7 }, (_, index) => `late-${100 + index}`);
const marks = /(?:hers|care|late)-1\d\d/g;

test("@desktop proofs 1 to 6: patient and care team talk while the patient's connection drops, again and again, and one of two nodes is killed in the middle", async ({
  patient,
  page,
  api,
  careTeam,
  connection,
  nodes,
}) => {
  test.setTimeout(900_000);
  const placedOrder = await completeVisit(api, patient);
  const token = await signInForToken(api, patient);
  const { conversation } = await readConversation(api, token);
  await sendWelcomeMessage(careTeam, conversation.id, placedOrder);
  const main = page.getByRole("navigation", { name: "Main" });
  const field = page.getByRole("textbox", { name: "Your message" });
  await new SignIn(page).openSignedIn("/messages/doctor", patient);
  await expect(field).toBeVisible();

  let killed: Promise<void> = Promise.resolve();
  const cuts = cutAtRandom(connection, drops, longestMs, (cut) => {
    if (cut === drops / 2) killed = nodes.killOne();
  });
  const patientWrites = async () => {
    for (const text of patientTexts) {
      await field.fill(text);
      await page.getByRole("button", { name: "Send", exact: true }).click();
    }
  };
  const careTeamWrites = async () => {
    for (const text of careTeamTexts) await sendAsCareTeam(api, conversation.id, text);
  };
  await Promise.all([cuts, patientWrites(), careTeamWrites()]);
  await killed;

  await test.step("every message arrived once, in one order, on the server and on the patient's screen", async () => {
    const onServer = async () =>
      (await readConversation(api, token)).all.flatMap(({ message }) => message.match(marks) ?? []);
    // What is still in the outbox is sent when the connection is back; on a busy machine that takes a while.
    await expect
      .poll(async () => (await onServer()).toSorted(), { timeout: 120_000 })
      .toEqual([...patientTexts, ...careTeamTexts].toSorted());
    const { all } = await readConversation(api, token);
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1));
    const order = await onServer();
    expect(order.filter((text) => text.startsWith("hers"))).toEqual(patientTexts);
    expect(order.filter((text) => text.startsWith("care"))).toEqual(careTeamTexts);
    // A thread opens with its last fifty messages.
    const asOnServer = async () => {
      const shown = (await page.getByRole("log").innerText()).match(marks) ?? [];
      return shown.length >= 50 && shown.join() === order.slice(-shown.length).join() ? order : shown;
    };
    await expect.poll(asOnServer).toEqual(order);
  });

  await test.step("messages that arrive while the patient is elsewhere are counted exactly, and read once the patient returns", async () => {
    const messagesLink = main.getByRole("link", { name: /Messages/ });
    const unread = async () => (await readConversation(api, token)).conversation.unreadcount;
    // The demo care desk answers the patient's last message unless the care team has written after it; the answer is read, too.
    const lastWriter = async () => (await readConversation(api, token)).all.at(-1)?.sender.role;
    await expect.poll(lastWriter).not.toBe("patient");
    await expect.poll(unread).toBe(0);
    await main.getByRole("link", { name: "Home" }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Hello/ })).toBeVisible();
    const cutsElsewhere = cutAtRandom(connection, dropsElsewhere, longestMs, () => {});
    for (const text of later) await sendAsCareTeam(api, conversation.id, text);
    await cutsElsewhere;
    expect(await unread()).toBe(later.length);
    await expect(messagesLink).toHaveAccessibleName(new RegExp(`${later.length} unread messages`));
    await messagesLink.click();
    // The thread opens where the patient left off; a message is read once the patient has scrolled to it.
    await page
      .getByRole("log")
      .getByText(later.at(-1) ?? "")
      .scrollIntoViewIfNeeded();
    await expect.poll(unread).toBe(0);
    await expect(messagesLink).not.toHaveAccessibleName(/unread/);
  });
});
