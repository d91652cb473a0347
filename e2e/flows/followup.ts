import type { Page } from "@playwright/test";
import { type PatientInCare, sendFollowup } from "../actors/patient-in-care.ts";
import { expect, test as base } from "../fixtures.ts";
import type { InputMethod } from "../input/input-method.ts";
import { mouse } from "../input/mouse.ts";
import { FollowupDialog } from "../pages/followup-dialog.ts";
import { SignIn } from "../pages/sign-in.ts";

/** A patient in care with an open follow-up. */
export interface PatientWithFollowup extends PatientInCare {
  readonly followupid: string;
  readonly code: string;
}

export const test = base.extend<{
  /** Creates a patient with an open follow-up that gives 20 %. */
  readonly sendFollowupToPatient: () => Promise<PatientWithFollowup>;
  /** As `asked`, and signs the patient in, where the follow-up opens by itself. */
  readonly openFollowup: (
    inputMethod?: InputMethod,
  ) => Promise<{ readonly patientInCare: PatientWithFollowup; readonly followupDialog: FollowupDialog }>;
}>({
  sendFollowupToPatient: async ({ createDeliveredPatient, careTeam }, provide) =>
    provide(async () => {
      const patientInCare = await createDeliveredPatient();
      return { ...patientInCare, ...(await sendFollowup(careTeam, patientInCare.id)) };
    }),
  openFollowup: async ({ page, sendFollowupToPatient }, provide) =>
    provide(async (inputMethod) => {
      const patientInCare = await sendFollowupToPatient();
      return { patientInCare, followupDialog: await openFollowupOn(page, patientInCare, inputMethod) };
    }),
});

/** Signs the patient in on `page`, where the follow-up opens by itself. */
export async function openFollowupOn(
  page: Page,
  patientInCare: PatientInCare,
  inputMethod: InputMethod = mouse,
): Promise<FollowupDialog> {
  // With the form: its navigation to home leaves the focus where closing the follow-up returns it.
  await new SignIn(page).signIn(patientInCare);
  const followupDialog = new FollowupDialog(page, inputMethod);
  await expect(followupDialog.dialog).toBeVisible();
  return followupDialog;
}

export const stepPath = ({ followupid }: PatientWithFollowup, step: number) => `/api/followup/${followupid}/${step}`;

export const sideEffects = "Have you noticed any of these since you started?";

export const overall = "Overall, how do you feel on your treatment?";

/** From the first question to the third. */
export async function answerToSideEffects(followupDialog: FollowupDialog): Promise<void> {
  await followupDialog.choose(followupDialog.radio("Yes, always"));
  await followupDialog.press("Continue");
  await followupDialog.at("In the last 4 weeks, how much did these bother you?");
  await followupDialog.answerSymptoms("1");
  await followupDialog.press("Continue");
  await followupDialog.at(sideEffects);
}

/** From the first question to the exit modal by the shortest way. */
export async function answerUntilEnd(followupDialog: FollowupDialog): Promise<void> {
  await answerToSideEffects(followupDialog);
  await followupDialog.choose(followupDialog.box("None of these"));
  await followupDialog.press("Continue");
  await followupDialog.at(overall);
  await followupDialog.choose(followupDialog.radio("Better"));
  const asked = [
    /^Would you like your doctor/,
    "What should your doctor look at first?",
    "What else should your doctor know?",
  ];
  await followupDialog.press("Continue");
  for (const title of asked) {
    const next = followupDialog.heading(title);
    await expect(next.or(followupDialog.heading("What should your doctor look at first?"))).toBeFocused();
    if ((await next.count()) === 0) continue;
    if (title === asked[1]) await followupDialog.choose(followupDialog.box("Nothing, I'm all set"));
    await followupDialog.press(/^Continue|^Finish/);
    await expect(next).toHaveCount(0);
  }
  await followupDialog.at("Thank you");
}
