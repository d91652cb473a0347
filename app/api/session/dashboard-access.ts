import { tokenPatientId } from "./token.ts";

const storageKey = "inside";

/**
 * Remembers who was let into the dashboard in this tab. On the next load that patient sees its shell while the guard decides; nobody else does, so
 * that a patient still in onboarding never sees it flash.
 */
export const createDashboardAccess = (storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem"> | null) => ({
  before: (token: string): boolean =>
    tryStorage(() => storage()?.getItem(storageKey) === tokenPatientId(token)) ?? false,
  let: (token: string): void => tryStorage(() => storage()?.setItem(storageKey, tokenPatientId(token))),
  refuse: (): void => tryStorage(() => storage()?.removeItem(storageKey)),
});

/** Storage may be disabled; then nobody was let in before. */
function tryStorage<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export const dashboardAccess = createDashboardAccess(() =>
  typeof sessionStorage === "undefined" ? null : sessionStorage,
);
