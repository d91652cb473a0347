/** Form values typed and not yet sent, kept in this tab so that a reload or a lost session loses nothing. */
export interface Drafts {
  get(name: string): Record<string, unknown> | null;
  save(name: string, values: Readonly<Record<string, unknown>>): void;
  remove(name: string): void;
  /** Number of drafts whose name begins with `start`. */
  count(start: string): number;
  /** Drops all drafts: the patient signs out. */
  removeAll(): void;
  /** The session ended: drafts, except those for which `keepStored` is true, leave the storage, and only this page still has them. */
  suspend(keepStored: (name: string) => boolean): void;
  /** The same patient is back: held drafts go back to the storage. */
  restore(): void;
  /** Another patient is here: held drafts are dropped. */
  removeSuspended(): void;
}

const prefix = "draft:";

/**
 * Drafts in `storage`. A full or forbidden storage keeps nothing and raises no error: a draft is a convenience. Names carry the owner's id, so that
 * another patient on this device never sees them.
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
  const suspended = new Map<string, string>();
  const save = (name: string, json: string) => {
    suspended.delete(name);
    attempt((store) => store.setItem(prefix + name, json), undefined);
  };
  return {
    get: (name) => attempt((store) => objectIn(suspended.get(name) ?? store.getItem(prefix + name)), null),
    save: (name, values) => save(name, JSON.stringify(values)),
    remove: (name) => {
      suspended.delete(name);
      attempt((store) => store.removeItem(prefix + name), undefined);
    },
    count: (start) =>
      attempt((store) => keysIn(store, start).length, 0) +
      [...suspended.keys()].filter((name) => name.startsWith(start)).length,
    removeAll: () => {
      suspended.clear();
      attempt((store) => {
        for (const key of keysIn(store)) store.removeItem(key);
      }, undefined);
    },
    suspend: (keepStored) =>
      attempt((store) => {
        for (const key of keysIn(store)) {
          const name = key.slice(prefix.length);
          if (keepStored(name)) continue;
          suspended.set(name, store.getItem(key) ?? "null");
          store.removeItem(key);
        }
      }, undefined),
    restore: () => {
      for (const [name, json] of suspended) save(name, json);
    },
    removeSuspended: () => suspended.clear(),
  };
}

const keysIn = (store: Storage, start = "") => Object.keys(store).filter((key) => key.startsWith(prefix + start));

function objectIn(json: string | null): Record<string, unknown> | null {
  if (json === null) return null;
  const value: unknown = JSON.parse(json);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
}

/** `values` without the fields that must never be stored: card, password, social security number. */
export const withoutSecrets = (
  values: Readonly<Record<string, unknown>>,
  secrets: readonly string[],
): Record<string, unknown> => Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)));

export const drafts = createDrafts(() => (typeof sessionStorage === "undefined" ? null : sessionStorage));
