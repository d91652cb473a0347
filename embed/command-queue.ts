/** A command as a site gives it: `careCart("cookie", { name, value })` or `careCart.push(["cookie", { name, value }])`. */
export type Call = Iterable<unknown>;

/** `window.careCart`. The queue holds calls until the widget has loaded; then the widget replaces it. */
export interface CareCart {
  (...call: readonly unknown[]): void;
  push: (...calls: readonly Call[]) => void;
  q: { push: (call: Call) => unknown };
  /** Number of messages and commands that were not understood or not trusted. */
  dropped: number;
}

/** What a site may have put into `window.careCart` before the loader arrived: a stub with or without calls, or a plain array. */
export type Stub = Partial<CareCart> | readonly Call[];

/** Commands for which the visitor waits. After a failure the visitor presses again, so they are not queued. */
export const isVisitorCommand = (name: unknown): boolean =>
  ["login", "login-with-redirect", "cart-open", "account-open"].includes(name as string);

/** Commands that need the widget, although nobody sees it. */
export const isBackgroundCommand = (name: unknown): boolean => ["prepare", "mount", "logout"].includes(name as string);

/** The calls of a stub, in order; an invalid call counts as an empty one. */
export const callsOf = (stub: Stub | undefined): Call[] =>
  Array.from(
    ((stub as Partial<CareCart> | undefined)?.q ?? stub ?? []) as ArrayLike<Call | null | undefined>,
    (call: Call | null | undefined) => Array.from(call ?? []),
  );
