import { clear, createStore, del, entries as allOf, set, type UseStore } from "idb-keyval";
import type { OutboxStorage } from "./outbox.ts";
import type { Outgoing } from "./outgoing.ts";

const opened: { store?: UseStore | undefined } = {};

/** Works in the browser's database; one whose connection was lost, as Safari's on a phone that slept, is opened once more. */
async function inDatabase<Found>(work: (store: UseStore) => Promise<Found>): Promise<Found> {
  try {
    return await work((opened.store ??= createStore("messages-outbox", "outgoing")));
  } catch {
    return work((opened.store = createStore("messages-outbox", "outgoing")));
  }
}

/** What `patientId` sends, in the browser's database, files too; in memory where the browser refuses one. */
export function outboxStorage(patientId: string): OutboxStorage {
  const memory = new Map<string, Outgoing>();
  const key = (clientid: string) => `${patientId}/${clientid}`;
  return {
    all: async () => {
      const kept = await inDatabase((store) => allOf<string, Outgoing>(store)).catch(() => []);
      const hers = kept.filter(([each]) => each.startsWith(key(""))).map(([, entry]) => entry);
      return [...hers.filter(({ clientid }) => !memory.has(clientid)), ...memory.values()];
    },
    put: async (entry) => {
      memory.set(entry.clientid, entry);
      await inDatabase((store) => set(key(entry.clientid), entry, store)).then(
        () => memory.delete(entry.clientid),
        () => null,
      );
    },
    drop: async (clientid) => {
      memory.delete(clientid);
      await inDatabase((store) => del(key(clientid), store)).catch(() => null);
    },
  };
}

/** Forgets what anybody sends on this device: she signs out. */
export const forgetOutboxes = (): Promise<void> => inDatabase(clear).catch(() => {});
