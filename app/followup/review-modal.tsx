import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { call } from "#app/api/api.ts";
import { shownText } from "#app/api/api-error.ts";
import { fetchAnew } from "#app/api/query.ts";
import { randomId } from "#app/api/random.ts";
import { Progress } from "#app/ui/progress.tsx";
import { Sheet } from "#app/ui/sheet.tsx";
import { account } from "#contract/account.ts";
import { type FollowupCheck, followup } from "#contract/followup.ts";
import { treatment } from "#contract/treatment.ts";
import { callsOf } from "./calls.ts";
import { createDiscount } from "./discount.ts";
import { EndScreen } from "./end-screen.tsx";
import { opening } from "./opening-store.ts";
import { OpeningScreen } from "./opening-screen.tsx";
import { QuestionScreen } from "./question-screen.tsx";
import { createRating } from "./rating.ts";
import { createReview, type ReviewState, type Waiting } from "./review.ts";
import css from "./review.module.css";
import { StopScreen } from "./stop-screen.tsx";

/** What shows that a review is over. */
const shownByIt = [followup.check, treatment.full, account.user];

/** The treatment review (spec §4): one question a screen, everything kept when she closes it. */
export default function ReviewModal({
  waiting,
  open,
  asked,
  check,
}: {
  waiting: Waiting;
  open: boolean;
  /** She asked for it, perhaps by a link with a code. */
  asked: boolean;
  check: FollowupCheck | undefined;
}) {
  const cache = useQueryClient();
  const [{ review, discount, rating }] = useState(() => partsOf(waiting));
  const state = useSyncExternalStore(review.subscribe, review.get);
  const refresh = () => fetchAnew(cache, shownByIt);
  const over = state.phase === "exit" || state.phase === "end";

  useEffect(() => {
    if (open) void review.open(opening.takeLinkCode());
  }, [open, asked, review]);
  useEffect(() => {
    if (check) review.checked(check);
  }, [check, review]);
  const finished = useEffectEvent(() => {
    if (waiting.code !== null) void discount.apply().then(refresh);
    void refresh();
  });
  useEffect(() => {
    if (over) finished();
  }, [over]);

  const close = () => {
    void rating.send();
    opening.close();
    // Home says how far she is.
    void refresh();
  };
  return (
    <Sheet
      label="Your treatment review"
      head={progressWords(state)}
      place={`${state.stop?.ruleid} ${state.phase} ${state.step?.step}`}
      closeLabel={over ? "Close" : "Later"}
      open={open}
      onClose={close}
      initialFocus={firstFocus}
      finalFocus={focusAfter}
    >
      <div className={css["review"]}>
        <Way state={state} />
        {state.stop ? (
          <StopScreen stop={state.stop} onGoOn={() => void review.passStop()} />
        ) : state.phase === "opening" || state.phase === "failed" ? (
          <OpeningScreen
            problem={state.phase === "failed" ? shownText(state.problem) : null}
            onRetry={() => void review.open(null)}
          />
        ) : state.phase === "question" && state.step ? (
          <QuestionScreen
            key={`${state.step.step} ${state.step.questions.length}`}
            step={state.step}
            note={state.note}
            review={review}
            onClose={close}
          />
        ) : (
          <EndScreen exit={state.phase === "exit" ? state.step : null} {...{ discount, rating }} onClose={close} />
        )}
      </div>
    </Sheet>
  );
}

const partsOf = (waiting: Waiting) => {
  const { id, code } = waiting;
  return {
    review: createReview(waiting, callsOf(waiting)),
    discount: createDiscount(
      (key) => call(followup.applyCoupon, { params: { id }, body: { code: code ?? "" } }, { key }),
      randomId,
    ),
    rating: createRating((rating) => call(followup.rate, { body: { rating, followupid: id } })),
  };
};

/** How far along she is, for the eye; the words are in the head. */
function Way({ state: { phase, step, stop } }: { state: ReviewState }) {
  if (phase !== "question" || !step || stop) return null;
  return <Progress value={step.step} max={step.step + step.left} label="Your progress" />;
}

function progressWords({ phase, step, stop }: ReviewState) {
  if (phase !== "question" || !step || stop || step.left < 1) return null;
  return <span className={css["left"]}>{step.left === 1 ? "Last step" : `At most ${step.left} steps left`}</span>;
}

/** The heading of the screen that is there. */
const firstFocus = () => document.querySelector<HTMLElement>("[data-review-heading]");
/** Back to what opened it; to the page's heading when it opened by itself. */
const focusAfter = () => document.querySelector<HTMLElement>("main h1[tabindex]") ?? true;
