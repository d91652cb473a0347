import { isApiError } from "#app/api/api-error.ts";
import type { FollowupCheck, FollowupStep } from "#contract/followup.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { type Observable, observable } from "#app/api/observable.ts";
import { type Answers, isFinalStep, questionView } from "./questions.ts";
import { answerStep, openAt, previousAskedStep, type StepCalls, type StepPosition } from "./step-navigation.ts";

type Check = FollowupCheck;
/** A review that waits for her. */
export type PendingFollowup = Check & { readonly id: string };

/** The calls of one review. */
export interface FollowupCalls extends StepCalls {
  readonly check: () => Promise<Check>;
  readonly claim: (code: string | null) => Promise<Check>;
  /** Notes that she has read what could not wait. */
  readonly readStop: (ruleId: string) => Promise<Check>;
}

/** What her screen shows of a review. */
export interface FollowupSessionState {
  /** `end` is over without an exit modal, or because her answer came from elsewhere. */
  readonly phase: "opening" | "failed" | "question" | "exit" | "end";
  readonly step: FollowupStep | null;
  /** Stands before everything else until she has passed it. */
  readonly stop: ScreeningStop | null;
  /** What she is told about how it goes on. */
  readonly note: string | null;
  /** Why it could not be opened. */
  readonly problem: unknown;
}

/** One review on her screen: it is claimed once, opened where she left off, and walked through step by step. */
export interface FollowupSession extends Pick<Observable<FollowupSessionState>, "get" | "subscribe"> {
  readonly waiting: PendingFollowup;
  /** Claims it and shows her place in it; `linkCode` came with the link of a mail. Failures are in `phase`. */
  readonly open: (followupCode: string | null) => Promise<void>;
  /** Saves her answers and goes on; one at a time. Throws what her form shows. */
  readonly answer: (answers: Answers) => Promise<void>;
  /** To the question before; resolves with false on the first. Throws when it cannot be fetched. */
  readonly back: () => Promise<boolean>;
  /** She has read what could not wait. Until the server knows, it comes again with every reply. */
  readonly passStop: () => Promise<void>;
  /** What the check says now: a review that waits no more is over. */
  readonly checked: (check: Pick<Check, "id">) => void;
}

/** Notes on how it goes on. */
export const notes = {
  movedOn: "You have answered on another screen. Here is where you are now.",
  otherLink: "The link you used belongs to another review. You can still answer this one.",
};

/** She answered in another tab or on another device, or the review is over. */
const isStepConflict = (error: unknown): boolean =>
  isApiError(error) && ["step_ahead", "wrong_state", "not_found"].includes(error.code);
/** The server understood and said no. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;

/** The review that is `waiting`; nothing is asked of the server before it is opened. */
export function createFollowupSession(pendingFollowup: PendingFollowup, calls: FollowupCalls): FollowupSession {
  const state = observable<FollowupSessionState>({
    phase: "opening",
    step: null,
    stop: null,
    note: null,
    problem: null,
  });
  let claimed = false;
  let isClosed = false;
  let currentRun: Promise<unknown> | null = null;
  let stopAcknowledged: Promise<void> = Promise.resolve();

  /** Runs one thing at a time; a second one meanwhile is not begun. */
  async function runExclusive<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    if (currentRun) return currentRun.then(() => otherwise).catch(() => otherwise);
    const run = stopAcknowledged.then(work);
    currentRun = run;
    try {
      return await run;
    } finally {
      currentRun = null;
      if (isClosed) endIfQuestion();
    }
  }

  const showStep = ({ step, stop }: StepPosition, note: string | null = null) =>
    state.set({
      step,
      stop: stop ?? state.get().stop,
      note,
      problem: null,
      phase: questionView(step) === "exit" ? "exit" : isFinalStep(step) ? "end" : "question",
    });
  const endIfQuestion = () => state.get().phase === "question" && state.set({ phase: "end", note: null });

  /** Where she is now, as the server knows it; nowhere when it is over, but first what could not wait. */
  async function showPosition({ id, step, stop }: Check, note: string | null): Promise<void> {
    if (id !== pendingFollowup.id) state.set({ phase: "end", note: null, problem: null });
    else if (step === null) state.set({ phase: "end", stop: stop ?? state.get().stop, note: null, problem: null });
    else showStep(await openAt(calls, step), note);
  }

  /** Shows where she is now when she answered elsewhere; any other error is the caller's. */
  async function catchUp(error: unknown): Promise<void> {
    if (!isStepConflict(error)) throw error;
    await showPosition(await calls.check(), notes.movedOn);
  }

  async function claim(followupCode: string | null): Promise<{ place: Check; note: string | null }> {
    if (claimed && followupCode === null) return { place: await calls.check(), note: null };
    const result = await claimWithCode(followupCode || pendingFollowup.code);
    claimed = true;
    return result;
  }

  async function claimWithCode(code: string | null): Promise<{ place: Check; note: string | null }> {
    try {
      return { place: await calls.claim(code), note: null };
    } catch (error) {
      if (code === pendingFollowup.code || !isRefusal(error)) throw error;
      return { place: await calls.claim(pendingFollowup.code), note: notes.otherLink };
    }
  }

  return {
    waiting: pendingFollowup,
    get: state.get,
    subscribe: state.subscribe,
    open: (followupCode) =>
      runExclusive(async () => {
        const { phase } = state.get();
        if (phase === "exit" || phase === "end") return;
        if (phase === "failed") state.set({ phase: "opening", problem: null });
        try {
          const { place: position, note } = await claim(followupCode);
          await showPosition(position, note);
        } catch (problem) {
          if (isStepConflict(problem)) state.set({ phase: "end" });
          else state.set({ phase: "failed", problem });
        }
      }, undefined),
    answer: (answers) =>
      runExclusive(async () => {
        const { step } = state.get();
        if (!step) return;
        try {
          showStep(await answerStep(calls, step, answers));
        } catch (error) {
          await catchUp(error);
        }
      }, undefined),
    back: () =>
      runExclusive(async () => {
        const { step } = state.get();
        if (!step) return false;
        try {
          const before = await previousAskedStep(calls, step);
          if (before) showStep({ step: before, stop: before.stop });
          return before !== null;
        } catch (error) {
          await catchUp(error);
          return true;
        }
      }, true),
    passStop: () => {
      const { stop } = state.get();
      if (!stop) return stopAcknowledged;
      state.set({ stop: null });
      const note = async () => {
        const { stop: next } = await calls.readStop(stop.ruleid);
        if (next && next.ruleid !== stop.ruleid) state.set({ stop: next });
      };
      stopAcknowledged = note().catch(() => undefined);
      return stopAcknowledged;
    },
    checked: ({ id }) => {
      isClosed = id !== pendingFollowup.id;
      if (isClosed && currentRun === null) endIfQuestion();
    },
  };
}
