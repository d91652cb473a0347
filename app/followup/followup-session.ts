import { isApiError } from "#app/api/api-error.ts";
import type { FollowupCheck, FollowupStep } from "#contract/followup.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { type Observable, observable } from "#app/browser/observable.ts";
import { type Answers, isFinalStep, questionView } from "./questions.ts";
import { answerStep, openAt, previousAskedStep, type StepCalls, type StepPosition } from "./step-navigation.ts";

type Check = FollowupCheck;
/** A pending follow-up. */
export type PendingFollowup = Check & { readonly id: string };

/** The API calls of one follow-up. */
export interface FollowupCalls extends StepCalls {
  readonly check: () => Promise<Check>;
  readonly claim: (code: string | null) => Promise<Check>;
  /** Records that the patient has read a safety stop. */
  readonly readStop: (ruleId: string) => Promise<Check>;
}

/** What the follow-up screen shows. */
export interface FollowupSessionState {
  /** `end`: completed without an exit modal, or on another screen. `interrupted`: by an emergency, until a doctor has looked. */
  readonly phase: "opening" | "failed" | "question" | "interrupted" | "exit" | "end";
  readonly step: FollowupStep | null;
  /** Shown before everything else until the patient has read it. */
  readonly stop: ScreeningStop | null;
  /** A notice about how the follow-up continues. */
  readonly note: string | null;
  /** Why it could not be opened. */
  readonly problem: unknown;
}

/** One follow-up on screen: claimed once, resumed where the patient left off, and answered step by step. */
export interface FollowupSession extends Pick<Observable<FollowupSessionState>, "get" | "subscribe"> {
  readonly pendingFollowup: PendingFollowup;
  /** Claims it and shows the current step; `followupCode` came with a mail's link. Failures are in `phase`. */
  readonly open: (followupCode: string | null) => Promise<void>;
  /** Saves the answers and goes on; one call at a time. Throws errors for the form to show. */
  readonly answer: (answers: Answers) => Promise<void>;
  /** Goes to the previous question; resolves with false on the first. Throws if it cannot be fetched. */
  readonly back: () => Promise<boolean>;
  /** The patient has read the safety stop. Until the server knows, it is in every response. */
  readonly acknowledgeStop: () => Promise<void>;
  /** The latest check: a follow-up no longer pending is completed. */
  readonly onCheck: (check: Pick<Check, "id">) => void;
}

/** Notices about how the follow-up continues. */
export const notes = {
  movedOn: "You answered on another screen. Here's where you are now.",
  otherLink: "The link you used was for another review. You can still answer this one.",
};

/** The patient answered in another tab or on another device, or the follow-up is completed. */
const isStepConflict = (error: unknown): boolean =>
  isApiError(error) && ["step_ahead", "wrong_state", "not_found"].includes(error.code);
/** The server understood the request and refused it. */
const isRefusal = (error: unknown): boolean =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429;

/** A session for `pendingFollowup`; sends no request until it is opened. */
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

  /** Runs one call at a time; another one meanwhile is not started. */
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
      phase: step.interrupted
        ? "interrupted"
        : questionView(step) === "exit"
          ? "exit"
          : isFinalStep(step)
            ? "end"
            : "question",
    });
  const interrupt = (stop: ScreeningStop | null) =>
    state.set({ phase: "interrupted", stop: stop ?? state.get().stop, note: null, problem: null });
  const endIfQuestion = () => state.get().phase === "question" && state.set({ phase: "end", note: null });

  /** Shows the current step as the server has it; a completed follow-up goes to the end, after any safety stop. */
  async function showPosition({ id, step, stop, interrupted }: Check, note: string | null): Promise<void> {
    if (interrupted) interrupt(stop);
    else if (id !== pendingFollowup.id) state.set({ phase: "end", note: null, problem: null });
    else if (step === null) state.set({ phase: "end", stop: stop ?? state.get().stop, note: null, problem: null });
    else showStep(await openAt(calls, step), note);
  }

  /** Shows the current step if the patient answered elsewhere; rethrows any other error. */
  async function catchUp(error: unknown): Promise<void> {
    if (!isStepConflict(error)) throw error;
    await showPosition(await calls.check(), notes.movedOn);
  }

  async function claim(followupCode: string | null): Promise<{ position: Check; note: string | null }> {
    if (claimed && followupCode === null) return { position: await calls.check(), note: null };
    const result = await claimWithCode(followupCode || pendingFollowup.code);
    claimed = true;
    return result;
  }

  async function claimWithCode(code: string | null): Promise<{ position: Check; note: string | null }> {
    try {
      return { position: await calls.claim(code), note: null };
    } catch (error) {
      if (code === pendingFollowup.code || !isRefusal(error)) throw error;
      return { position: await calls.claim(pendingFollowup.code), note: notes.otherLink };
    }
  }

  return {
    pendingFollowup,
    get: state.get,
    subscribe: state.subscribe,
    open: (followupCode) =>
      runExclusive(async () => {
        const { phase } = state.get();
        if (phase === "exit" || phase === "end" || phase === "interrupted") return;
        if (phase === "failed") state.set({ phase: "opening", problem: null });
        try {
          const { position, note } = await claim(followupCode);
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
    acknowledgeStop: () => {
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
    onCheck: ({ id }) => {
      isClosed = id !== pendingFollowup.id;
      if (isClosed && currentRun === null) endIfQuestion();
    },
  };
}
