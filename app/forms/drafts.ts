/** What was typed and not yet sent, kept in this tab so that a reload or a lost session loses nothing. */
export interface Drafts {
  get(name: string): Record<string, unknown> | null;
  put(name: string, values: Readonly<Record<string, unknown>>): void;
  drop(name: string): void;
  /** How many there are whose name begins so. */
  count(start: string): number;
  /** Forgets all of them: she signs out. */
  dropAll(): void;
}

const prefix = "draft:";

/**
 * Drafts in `storage`. A full or forbidden storage keeps nothing and complains about nothing: a draft is a comfort. Names carry
 * the owner's id, so that another patient on this device never sees them.
 */
export function createDrafts(storage: () => Storage | null): Drafts {
  const attempt = <T>(work: (store: Storage) => T, otherwise: T): T => {
    try {
      const store = storage();
      return store ? work(store) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    get: (name) => attempt((store) => objectIn(store.getItem(prefix + name)), null),
    put: (name, values) => attempt((store) => store.setItem(prefix + name, JSON.stringify(values)), undefined),
    drop: (name) => attempt((store) => store.removeItem(prefix + name), undefined),
    count: (start) => attempt((store) => keysIn(store, start).length, 0),
    dropAll: () =>
      attempt((store) => {
        for (const key of keysIn(store)) store.removeItem(key);
      }, undefined),
  };
}

const keysIn = (store: Storage, start = "") => Object.keys(store).filter((key) => key.startsWith(prefix + start));

function objectIn(json: string | null): Record<string, unknown> | null {
  if (json === null) return null;
  const value: unknown = JSON.parse(json);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** `values` without the fields that must never be kept: card, password, social security number. */
export const withoutSecrets = (
  values: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Record<string, unknown> => Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)));

export const drafts = createDrafts(() => (typeof sessionStorage === "undefined" ? null : sessionStorage));
