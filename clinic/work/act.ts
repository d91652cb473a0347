import { errorMessage, type Failure, isApiError, isOutcomeUnknown, isRefusalOfCall } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import type { ErrorCode } from "#contract/http/errors.ts";

/*
 * One act of a person of the practice: it's sent once however often it's pressed, and what stands in its way is told apart in one place. A press has a
 * key, which stays the same until the server has answered it: after a lost answer the same request goes out again, so it never happens twice.
 */

/** Why an act isn't done, as far as it's known. */
export type SendFailure =
  /** Nobody can say whether the server did it. The same press again is safe. */
  | { readonly kind: "outcome_unknown" }
  /** Somebody else has claimed it. */
  | { readonly kind: "claimed"; readonly claimedBy: string }
  /** It isn't as it was looked at any more. `changed` names what differs, where the server says so. */
  | { readonly kind: "conflict"; readonly message: string; readonly changed: unknown }
  /** `fields` are sentences by field of the form. */
  | {
      readonly kind: "refused";
      readonly code: Failure;
      readonly message: string;
      readonly fields: Readonly<Record<string, string>>;
    };

/** Where a form says what the server says of the body it sent. */
export interface FieldNames {
  /** The field of a path of the body; left out, they have the same names. */
  readonly ofPath?: ((path: string) => string) | undefined;
  /** The field that a code is about. */
  readonly ofCode?: Partial<Readonly<Record<ErrorCode, string>>> | undefined;
}

export function sendFailure(error: unknown, { ofPath = (path) => path, ofCode = {} }: FieldNames = {}): SendFailure {
  if (!isApiError(error) || isOutcomeUnknown(error)) return { kind: "outcome_unknown" };
  const { code, message, details } = error;
  if (code === "claimed") return { kind: "claimed", claimedBy: claimedByIn(details) };
  if (code === "conflict") return { kind: "conflict", message, changed: details?.["changed"] };
  const field = (ofCode as Readonly<Record<string, string | undefined>>)[code];
  const fields = error.fields.map((each) => [ofPath(each.path), each.message] as const);
  return { kind: "refused", code, message, fields: field ? { [field]: message } : Object.fromEntries(fields) };
}

/** Who has it, from the details of a `claimed` refusal. */
export function claimedByIn(details: unknown): string {
  const name = (details as { name?: unknown } | null | undefined)?.name;
  return typeof name === "string" ? name : "Somebody else";
}

/** It isn't as it was looked at: it changed, or is over. It's read again before anything else. */
export const isOutdated = (failure: SendFailure | null): boolean =>
  failure?.kind === "conflict" || (failure?.kind === "refused" && failure.code === "wrong_state");

/** What was asked for, under one key. */
export interface Press<In> {
  readonly intent: In;
  readonly key: string;
}

export interface ActState<In> {
  readonly sending: boolean;
  /** Why it isn't done; null: nothing stands in its way. */
  readonly failure: SendFailure | null;
  /** The same in words. */
  readonly message: string;
  /** The press that nobody knows the outcome of. */
  readonly pending: Press<In> | null;
}

export interface ActOptions<In> {
  /**
   * After a lost answer what was sent goes out again, whatever was typed since: for what nothing but its key keeps from happening twice. Left out, what is
   * typed is another press once it differs, and the server compares it with the revision that was looked at.
   */
  readonly asSent?: boolean | undefined;
  /** A press of an earlier dialog or page that nobody knows the outcome of. */
  readonly pending?: Press<In> | null | undefined;
  /** Told of each press whose outcome becomes unknown, and with null once it's settled. */
  readonly onPending?: ((press: Press<In> | null) => void) | undefined;
}

/** What follows a press. */
export interface PressOptions<Out> {
  /** It has worked. Until this has ended nothing else is sent. */
  readonly done?: ((out: Out) => Promise<void> | void) | undefined;
  readonly fields?: FieldNames | undefined;
  /** Deals with a failure before it's shown; true: it's dealt with, and nothing is shown. */
  readonly onFailure?: ((failure: SendFailure) => Promise<boolean | void> | boolean | void) | undefined;
}

const none = { failure: null, message: "" };
const unknown = { failure: { kind: "outcome_unknown" }, message: "" } as const;

/** Sends one thing at a time: presses while one is under way do nothing. */
export function createAct<In = unknown>(
  { asSent = false, pending = null, onPending }: ActOptions<In> = {},
  newKey: () => string = randomUuid,
) {
  const store = observable<ActState<In>>({ sending: false, ...(pending ? unknown : none), pending });
  let last: Press<In> | null = pending;

  function settle(): void {
    if (store.get().pending) onPending?.(null);
    last = null;
    store.set({ ...none, pending: null });
  }
  async function fail(press: Press<In>, error: unknown, options: Omit<PressOptions<never>, "done">): Promise<void> {
    const failure = sendFailure(error, options.fields);
    if (failure.kind === "outcome_unknown") {
      store.set({ pending: press });
      onPending?.(press);
    } else if (isRefusalOfCall(error) || !store.get().pending) settle();
    // What it reads may fail as well: then this failure is shown.
    const dealtWith = await (async () => options.onFailure?.(failure))().catch(() => false);
    if (dealtWith !== true) store.set({ failure, message: errorMessage(error) });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Sends `intent` by `work`. Gives what that gave; null where it isn't done, or nobody knows. */
    send: async <I extends In, Out>(
      intent: I,
      work: (intent: I, key: string) => Promise<Out>,
      { done, ...options }: PressOptions<Out> = {},
    ): Promise<Out | null> => {
      if (store.get().sending) return null;
      const press = (last = last && (asSent || isSame(last.intent, intent)) ? last : { intent, key: newKey() });
      store.set({ ...none, sending: true });
      try {
        let out: Out;
        try {
          out = await work(press.intent as I, press.key);
        } catch (error) {
          // Otherwise it was found to have worked.
          if (last === press) await fail(press, error, options);
          return null;
        }
        settle();
        await done?.(out);
        return out;
      } finally {
        store.set({ sending: false });
      }
    },
    /** Looks for the last press where it leads to: whether it's found there, so that it has worked although no answer came. */
    found: (isIt: (press: Press<In>) => boolean): boolean => {
      if (last === null || !isIt(last)) return false;
      settle();
      return true;
    },
    /** The failure was looked at: it's shown no longer. What will be sent again as it was stays unknown. */
    forget: (): void => {
      if (!store.get().sending) store.set(asSent && store.get().pending ? unknown : none);
    },
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
