import { tokenPatientId } from "#app/api/session/token.ts";

const storageKey = "inside";

/**
 * Who was let into the dashboard in this tab. On the next load that patient sees its frame while the guard asks again; nobody else does, so
 * that a patient in her visit never sees it, not for a second.
 */
export const createDashboardAccess = (storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem"> | null) => ({
  before: (token: string): boolean =>
    tryStorage(() => storage()?.getItem(storageKey) === tokenPatientId(token)) ?? false,
  let: (token: string): void => tryStorage(() => storage()?.setItem(storageKey, tokenPatientId(token))),
  refuse: (): void => tryStorage(() => storage()?.removeItem(storageKey)),
});

/** Storage may be switched off; then nobody was here before. */
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
