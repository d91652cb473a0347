import type { FC } from "react";
import { InterstitialHost } from "#app/onboarding/flow/interstitial-host.tsx";
import { stepHref } from "#app/onboarding/flow/step-addresses.ts";
import { session } from "#app/api/session/session.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { SentRow } from "../screens/what-is-sent.tsx";
import { withStates } from "./addresses.tsx";
import { answerOf, signIn } from "./patient.ts";

export type Server = Parameters<SentRow["show"]>[0];
export type View = ReturnType<typeof answerOf<typeof onboarding.step>>;

const steps = [1.5, 2, 3, 4, 5, 5.1, 5.2, 6, 7];
export const view = answerOf(onboarding.step, 80_000);
/** What the server says of a step that was saved: the visit goes on as it was. */
export const savedStep = (change: Partial<OnboardingRecord> = {}) => ({
  ...answerOf(onboarding.saveStep, 81_000),
  ...{ view: { ...view, step: 6 }, stop: null, emergency: null, notices: [], interstitial: null },
  onboarding: { ...session.get().record!, ...change },
});
export const save = "app/onboarding/flow/use-save-step.ts onboarding.saveStep";

/** A page of the visit, at the step where the patient is. */
export const showStep =
  (Page: FC, step: number, change: Partial<View>, record: Partial<OnboardingRecord> = {}) =>
  (server: Server) => {
    signIn({ onboardingstatus: "PENDING", onboardingstep: step, steps, couponid: null, ...record }, stepHref(step));
    withStates(server);
    server.sample(onboarding.step, { ...view, step, nextstep: null, previousstep: null, plan: null, ...change });
    return (
      <InterstitialHost>
        <Page />
      </InterstitialHost>
    );
  };
