import { patientOf } from "#app/api/token.ts";

const key = "inside";

/**
 * Who was let into the dashboard in this tab. On the next load that patient sees its frame while the guard asks again; nobody else does, so
 * that a patient in her visit never sees it, not for a second.
 */
export const createInside = (storage: () => Pick<Storage, "getItem" | "setItem" | "removeItem"> | null) => ({
  before: (token: string): boolean => attempt(() => storage()?.getItem(key) === patientOf(token)) ?? false,
  let: (token: string): void => attempt(() => storage()?.setItem(key, patientOf(token))),
  refuse: (): void => attempt(() => storage()?.removeItem(key)),
});

/** Storage may be switched off; then nobody was here before. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

export const inside = createInside(() => (typeof sessionStorage === "undefined" ? null : sessionStorage));
