import type { Connection } from "./connection.ts";

/** The open connections of this node, by patient and by session. */
export interface Registry {
  readonly add: (connection: Connection) => void;
  readonly remove: (connection: Connection) => void;
  /** Her connections, the oldest first. */
  readonly ofPatient: (patientId: string) => Iterable<Connection>;
  readonly ofSession: (sessionId: string) => Iterable<Connection>;
  readonly countOf: (patientId: string) => number;
  readonly all: () => Iterable<Connection>;
  readonly size: () => number;
}

export function createRegistry(): Registry {
  const all = new Set<Connection>();
  const patients = new Map<string, Set<Connection>>();
  const sessions = new Map<string, Set<Connection>>();

  const put = (index: Map<string, Set<Connection>>, key: string, connection: Connection) => {
    const known = index.get(key);
    if (known) known.add(connection);
    else index.set(key, new Set([connection]));
  };
  const drop = (index: Map<string, Set<Connection>>, key: string, connection: Connection) => {
    const known = index.get(key);
    known?.delete(connection);
    if (known?.size === 0) index.delete(key);
  };

  return {
    add(connection) {
      all.add(connection);
      put(patients, connection.caller.patientId, connection);
      put(sessions, connection.caller.sessionId, connection);
    },
    remove(connection) {
      all.delete(connection);
      drop(patients, connection.caller.patientId, connection);
      drop(sessions, connection.caller.sessionId, connection);
    },
    // Copies: who goes through them may close some on the way.
    ofPatient: (patientId) => [...(patients.get(patientId) ?? [])],
    ofSession: (sessionId) => [...(sessions.get(sessionId) ?? [])],
    countOf: (patientId) => patients.get(patientId)?.size ?? 0,
    all: () => [...all],
    size: () => all.size,
  };
}
