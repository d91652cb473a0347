import { clear, createStore, del, delMany, entries as allOf, keys, set, type UseStore } from "idb-keyval";
import type { OutboxStorage } from "./outbox.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";

const database: { store?: UseStore | undefined } = {};

/** Works in IndexedDB; a lost connection, as in Safari on a phone that slept, is reopened once. */
async function withDatabase<Found>(work: (store: UseStore) => Promise<Found>): Promise<Found> {
  try {
    return await work((database.store ??= createStore("messages-outbox", "outgoing")));
  } catch {
    return work((database.store = createStore("messages-outbox", "outgoing")));
  }
}

const storageKey = (patientId: string, clientid: string) => `${patientId}/${clientid}`;

const memoryByPatient = new Map<string, Map<string, OutgoingMessage>>();
/** The part of a patient's outbox that only this page has: what the browser refused to store, and what may no longer be stored. */
function memoryOfPatient(patientId: string): Map<string, OutgoingMessage> {
  const memory = memoryByPatient.get(patientId) ?? new Map<string, OutgoingMessage>();
  memoryByPatient.set(patientId, memory);
  return memory;
}

const storedMessages = async (patientId: string): Promise<readonly OutgoingMessage[]> => {
  const stored = await withDatabase((store) => allOf<string, OutgoingMessage>(store)).catch(() => []);
  return stored.filter(([key]) => key.startsWith(storageKey(patientId, ""))).map(([, entry]) => entry);
};

/** The outbox of `patientId` in IndexedDB, files included; in memory where the browser refuses that, and once `isSessionActive` returns false. */
export function outboxStorage(patientId: string, isSessionActive: () => boolean = () => true): OutboxStorage {
  const save = async (entry: OutgoingMessage) => {
    const memory = memoryOfPatient(patientId);
    memory.set(entry.clientid, entry);
    if (!isSessionActive()) return;
    const key = storageKey(patientId, entry.clientid);
    try {
      await withDatabase((store) => set(key, entry, store));
      // The session may have ended during the write.
      if (isSessionActive()) memory.delete(entry.clientid);
      else await withDatabase((store) => del(key, store));
    } catch {
      // The entry stays in memory.
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
    deleteEntry: async (clientid) => {
      memoryOfPatient(patientId).delete(clientid);
      await withDatabase((store) => del(storageKey(patientId, clientid), store)).catch(() => null);
    },
  };
}

/** The session of `patientId` ended: the outbox leaves the device and only this page has it. What `signedIn` sends stays. */
export async function suspendOutbox(patientId: string, signedIn: string): Promise<void> {
  const memory = memoryOfPatient(patientId);
  for (const entry of await storedMessages(patientId))
    if (!memory.has(entry.clientid)) memory.set(entry.clientid, entry);
  await withDatabase(async (store) => {
    const ended = (await keys<string>(store)).filter((key) => !key.startsWith(storageKey(signedIn, "")));
    await delMany(ended, store);
  }).catch(() => {});
}

/** The number of a patient's outbox entries that only this page has. */
export const countSuspended = (patientId: string): number => memoryOfPatient(patientId).size;

/** Another patient signed in: this page drops everybody else's entries. */
export function discardSuspendedOutboxes(signedIn: string): void {
  for (const patientId of memoryByPatient.keys()) if (patientId !== signedIn) memoryByPatient.delete(patientId);
}

/** Clears all outboxes on this device, in this page too. */
export async function clearOutboxes(): Promise<void> {
  memoryByPatient.clear();
  await withDatabase(clear).catch(() => {});
}
