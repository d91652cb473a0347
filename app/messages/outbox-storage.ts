import { clear, createStore, del, delMany, entries as allOf, keys, set, type UseStore } from "idb-keyval";
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

const keyOf = (patientId: string, clientid: string) => `${patientId}/${clientid}`;

const inMemory = new Map<string, Map<string, Outgoing>>();
/** What this page alone knows of a patient's outbox: what the browser would not keep, and what it must not keep any more. */
function memoryOf(patientId: string): Map<string, Outgoing> {
  const memory = inMemory.get(patientId) ?? new Map<string, Outgoing>();
  inMemory.set(patientId, memory);
  return memory;
}

const keptOf = async (patientId: string): Promise<readonly Outgoing[]> => {
  const kept = await inDatabase((store) => allOf<string, Outgoing>(store)).catch(() => []);
  return kept.filter(([key]) => key.startsWith(keyOf(patientId, ""))).map(([, entry]) => entry);
};

/**
 * What `patientId` sends, in the browser's database, files too; in memory where the browser refuses one, and once `maySave` says that
 * the patient's session is over.
 */
export function outboxStorage(patientId: string, maySave: () => boolean = () => true): OutboxStorage {
  const save = async (entry: Outgoing) => {
    const memory = memoryOf(patientId);
    memory.set(entry.clientid, entry);
    if (!maySave()) return;
    const key = keyOf(patientId, entry.clientid);
    try {
      await inDatabase((store) => set(key, entry, store));
      // The session may have ended while this was written.
      if (maySave()) memory.delete(entry.clientid);
      else await inDatabase((store) => del(key, store));
    } catch {
      // It stays in memory.
    }
  };
  return {
    all: async () => {
      const memory = memoryOf(patientId);
      const kept = (await keptOf(patientId)).filter(({ clientid }) => !memory.has(clientid));
      const held = [...memory.values()];
      await Promise.all(held.map(save));
      return [...kept, ...held];
    },
    put: save,
    drop: async (clientid) => {
      memoryOf(patientId).delete(clientid);
      await inDatabase((store) => del(keyOf(patientId, clientid), store)).catch(() => null);
    },
  };
}

/** The session of `patientId` ended: what waits leaves the device and is known to this page alone. What `signedIn` sends stays. */
export async function holdOutbox(patientId: string, signedIn: string): Promise<void> {
  const memory = memoryOf(patientId);
  for (const entry of await keptOf(patientId)) if (!memory.has(entry.clientid)) memory.set(entry.clientid, entry);
  await inDatabase(async (store) => {
    const ended = (await keys<string>(store)).filter((key) => signedIn === "" || !key.startsWith(keyOf(signedIn, "")));
    await delMany(ended, store);
  }).catch(() => {});
}

/** How much of a patient's outbox this page alone knows. */
export const countHeld = (patientId: string): number => memoryOf(patientId).size;

/** Another patient signed in: this page knows of nobody else's any more. */
export function forgetHeldOutboxes(signedIn: string): void {
  for (const patientId of inMemory.keys()) if (patientId !== signedIn) inMemory.delete(patientId);
}

/** Forgets what anybody sends on this device, in this page too. */
export async function forgetOutboxes(): Promise<void> {
  inMemory.clear();
  await inDatabase(clear).catch(() => {});
}
