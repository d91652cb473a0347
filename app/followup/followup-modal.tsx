import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { refetchShowing } from "#app/api/query.ts";
import { createKeyedRequests } from "#app/forms/keyed-requests.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { Progress } from "#app/ui/data/progress.tsx";
import { Sheet } from "#app/ui/layout/overlays/sheet.tsx";
import { type FollowupCheck, followup } from "#contract/followup.ts";
import { createFollowupDiscount } from "./discount.ts";
import { EndScreen } from "./screens/end-screen.tsx";
import { Statement } from "./screens/statement.tsx";
import { followupOpener } from "./followup-opener.ts";
import { QuestionScreen } from "./screens/question-screen.tsx";
import { createFollowupRating } from "./rating.ts";
import {
  createFollowupSession,
  type FollowupSessionState,
  type PendingFollowup,
  type FollowupCalls,
} from "./followup-session.ts";
import css from "./followup.module.css";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StopNotice } from "#app/emergency/stop-notice.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";

/** The API calls of one follow-up. */
const followupCalls = ({ id }: Pick<PendingFollowup, "id">): FollowupCalls => ({
  check: () => call(followup.check, {}),
  claim: (code) => call(followup.claim, { params: { id }, body: { code } }),
  readStop: (stopread) => call(followup.claim, { params: { id }, body: { stopread } }),
  step: (step) => call(followup.step, { params: { followupid: id, step } }),
  previous: (step) => call(followup.previousStep, { params: { followupid: id, step } }),
  save: (step, answers) =>
    call(followup.saveStep, {
      params: { followupid: id, step },
      body: { answers: answers.map((each) => ({ ...each })) },
    }),
});

/** Endpoints that change when a follow-up is completed. */
/** The treatment review (spec §4): one question per screen; answers are kept when the patient closes it. */
export default function FollowupModal({
  pendingFollowup,
  open,
  requested,
  check,
}: {
  pendingFollowup: PendingFollowup;
  open: boolean;
  /** The patient asked for it, possibly by a link with a code. */
  requested: boolean;
  check: FollowupCheck | undefined;
}) {
  const cache = useQueryClient();
  const [{ review: followupSession, discount, rating }] = useState(() => createModalState(pendingFollowup));
  const state = useSyncExternalStore(followupSession.subscribe, followupSession.get);
  const refresh = () => refetchShowing(cache, ["followup", "treatment"]);
  const isOver = state.phase === "exit" || state.phase === "end";
  const isInterrupted = state.phase === "interrupted";

  useEffect(() => {
    if (open) void followupSession.open(followupOpener.takeLinkCode());
  }, [open, requested, followupSession]);
  useEffect(() => {
    if (check) followupSession.onCheck(check);
  }, [check, followupSession]);
  const finished = useEffectEvent(() => {
    if (pendingFollowup.code !== null) void discount.apply().then(refresh);
    void refresh();
  });
  useEffect(() => {
    if (isOver) finished();
  }, [isOver]);
  useEffect(() => {
    if (isInterrupted) void refetchShowing(cache, ["followup", "treatment"]);
  }, [isInterrupted, cache]);

  const close = () => {
    void rating.send();
    followupOpener.close();
    // Home shows the patient's progress.
    void refresh();
  };
  return (
    <Sheet
      label="Your treatment review"
      head={stepsLeftText(state)}
      resetKey={`${state.stop?.ruleid} ${state.phase} ${state.step?.step}`}
      closeLabel={isOver || isInterrupted ? "Close" : "Later"}
      open={open}
      onClose={close}
      initialFocus={findHeading}
      finalFocus={focusOnClose}
    >
      <div className={css["review"]}>
        <FollowupProgress state={state} />
        {state.stop ? (
          <StopScreen stop={state.stop} isLast={isInterrupted} onRead={() => void followupSession.acknowledgeStop()} />
        ) : isInterrupted ? (
          <InterruptedScreen onClose={close} />
        ) : state.phase === "opening" || state.phase === "failed" ? (
          <FollowupLoading
            problem={state.phase === "failed" ? errorMessage(state.problem) : null}
            onRetry={() => void followupSession.open(null)}
          />
        ) : state.phase === "question" && state.step ? (
          <QuestionScreen
            key={`${state.step.step} ${state.step.questions.length}`}
            step={state.step}
            note={state.note}
            followupSession={followupSession}
            onClose={close}
          />
        ) : (
          <EndScreen exitStep={state.phase === "exit" ? state.step : null} {...{ discount, rating }} onClose={close} />
        )}
      </div>
    </Sheet>
  );
}

const createModalState = (pendingFollowup: PendingFollowup) => {
  const { id, code } = pendingFollowup;
  const keyed = createKeyedRequests();
  return {
    review: createFollowupSession(pendingFollowup, followupCalls(pendingFollowup)),
    discount: createFollowupDiscount(
      (key) => call(followup.applyCoupon, { params: { id }, body: { code: code ?? "" } }, { key }),
      randomUuid,
    ),
    rating: createFollowupRating((rating) =>
      keyed(rating, (key) => call(followup.rate, { body: { rating, followupid: id } }, { key })),
    ),
  };
};

/** Progress as a bar; the text version is in the sheet's header. */
function FollowupProgress({ state: { phase, step, stop } }: { state: FollowupSessionState }) {
  if (phase !== "question" || !step || stop) return null;
  return <Progress value={step.step} max={step.step + step.stepsleft} label="Your progress" />;
}

function stepsLeftText({ phase, step, stop }: FollowupSessionState) {
  if (phase !== "question" || !step || stop || step.stepsleft < 1) return null;
  return (
    <span className={css["left"]}>{step.stepsleft === 1 ? "Last step" : `At most ${step.stepsleft} steps left`}</span>
  );
}

/** Heading of the current screen. */
const findHeading = () => document.querySelector<HTMLElement>("[data-review-heading]");
/** The page's heading if it can take the focus, else the element that opened the follow-up. */
const focusOnClose = () => document.querySelector<HTMLElement>("main h1[tabindex]") ?? true;

/** Shown while the follow-up loads, and if it fails. */
function FollowupLoading({ problem, onRetry }: { problem: string | null; onRetry: () => void }) {
  if (problem === null) return <Skeleton label="Opening your review" />;
  return (
    <ErrorState title="We couldn't open your review" level={3} onRetry={onRetry}>
      {problem}
    </ErrorState>
  );
}

/** A safety stop, shown before anything else. The answer is saved; nothing more is asked where it ends the review. */
export function StopScreen({ stop, isLast, onRead }: { stop: ScreeningStop; isLast: boolean; onRead: () => void }) {
  return (
    <Stack>
      <StopNotice stop={stop} level={2} />
      <p>Your answer is saved. Your doctor will see it.</p>
      <Button variant="secondary" wide onClick={onRead}>
        {isLast ? "I've read this" : "I've read this. Continue"}
      </Button>
    </Stack>
  );
}

const interruptedTexts = {
  title: "Your review stops here for now",
  question: "Your doctor looks at your answers first.",
  description: "What's left of it waits. You can finish it later.",
  doctor: null,
};

/** The end for now, after an emergency: no thanks, no discount, no rating. */
function InterruptedScreen({ onClose }: { onClose: () => void }) {
  return (
    <Stack>
      <Statement question={interruptedTexts} />
      <Button wide onClick={onClose}>
        Back to home
      </Button>
    </Stack>
  );
}
