import { clear, createStore, del, delMany, entries as allOf, keys, set, type UseStore } from "idb-keyval";
import type { OutboxStorage } from "./outbox.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";

const database: { store?: UseStore | undefined } = {};

/** Works in the browser's database; one whose connection was lost, as Safari's on a phone that slept, is opened once more. */
async function withDatabase<Found>(work: (store: UseStore) => Promise<Found>): Promise<Found> {
  try {
    return await work((database.store ??= createStore("messages-outbox", "outgoing")));
  } catch {
    return work((database.store = createStore("messages-outbox", "outgoing")));
  }
}

const storageKey = (patientId: string, clientid: string) => `${patientId}/${clientid}`;

const memoryByPatient = new Map<string, Map<string, OutgoingMessage>>();
/** What this page alone knows of a patient's outbox: what the browser would not keep, and what it must not keep any more. */
function memoryOfPatient(patientId: string): Map<string, OutgoingMessage> {
  const memory = memoryByPatient.get(patientId) ?? new Map<string, OutgoingMessage>();
  memoryByPatient.set(patientId, memory);
  return memory;
}

const storedMessages = async (patientId: string): Promise<readonly OutgoingMessage[]> => {
  const stored = await withDatabase((store) => allOf<string, OutgoingMessage>(store)).catch(() => []);
  return stored.filter(([key]) => key.startsWith(storageKey(patientId, ""))).map(([, entry]) => entry);
};

/**
 * What `patientId` sends, in the browser's database, files too; in memory where the browser refuses one, and once `isSessionActive` says that
 * the patient's session is over.
 */
export function outboxStorage(patientId: string, isSessionActive: () => boolean = () => true): OutboxStorage {
  const save = async (entry: OutgoingMessage) => {
    const memory = memoryOfPatient(patientId);
    memory.set(entry.clientid, entry);
    if (!isSessionActive()) return;
    const key = storageKey(patientId, entry.clientid);
    try {
      await withDatabase((store) => set(key, entry, store));
      // The session may have ended while this was written.
      if (isSessionActive()) memory.delete(entry.clientid);
      else await withDatabase((store) => del(key, store));
    } catch {
      // It stays in memory.
    }
  };
  return {
    all: async () => {
      const memory = memoryOfPatient(patientId);
      const stored = (await storedMessages(patientId)).filter(({ clientid }) => !memory.has(clientid));
      const inMemoryOnly = [...memory.values()];
      await Promise.all(inMemoryOnly.map(save));
      return [...stored, ...inMemoryOnly];
    },
    put: save,
    drop: async (clientid) => {
      memoryOfPatient(patientId).delete(clientid);
      await withDatabase((store) => del(storageKey(patientId, clientid), store)).catch(() => null);
    },
  };
}

/** The session of `patientId` ended: what waits leaves the device and is known to this page alone. What `signedIn` sends stays. */
export async function suspendOutbox(patientId: string, signedIn: string): Promise<void> {
  const memory = memoryOfPatient(patientId);
  for (const entry of await storedMessages(patientId))
    if (!memory.has(entry.clientid)) memory.set(entry.clientid, entry);
  await withDatabase(async (store) => {
    const ended = (await keys<string>(store)).filter(
      (key) => signedIn === "" || !key.startsWith(storageKey(signedIn, "")),
    );
    await delMany(ended, store);
  }).catch(() => {});
}

/** How much of a patient's outbox this page alone knows. */
export const countSuspended = (patientId: string): number => memoryOfPatient(patientId).size;

/** Another patient signed in: this page knows of nobody else's any more. */
export function discardSuspendedOutboxes(signedIn: string): void {
  for (const patientId of memoryByPatient.keys()) if (patientId !== signedIn) memoryByPatient.delete(patientId);
}

/** Forgets what anybody sends on this device, in this page too. */
export async function clearOutboxes(): Promise<void> {
  memoryByPatient.clear();
  await withDatabase(clear).catch(() => {});
}
