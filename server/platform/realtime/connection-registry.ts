import type { Connection } from "./connection.ts";

/** The open connections of this node, by patient and by session. */
export interface ConnectionRegistry {
  readonly add: (connection: Connection) => void;
  readonly remove: (connection: Connection) => void;
  /** The patient's connections, the oldest first. */
  readonly ofPatient: (patientId: string) => Iterable<Connection>;
  readonly ofSession: (sessionId: string) => Iterable<Connection>;
  readonly countOf: (patientId: string) => number;
  readonly all: () => Iterable<Connection>;
  readonly size: () => number;
}

export function createConnectionRegistry(): ConnectionRegistry {
  const all = new Set<Connection>();
  const patients = new Map<string, Set<Connection>>();
  const sessions = new Map<string, Set<Connection>>();

  const addTo = (index: Map<string, Set<Connection>>, key: string, connection: Connection) => {
    const connections = index.get(key);
    if (connections) connections.add(connection);
    else index.set(key, new Set([connection]));
  };
  const removeFrom = (index: Map<string, Set<Connection>>, key: string, connection: Connection) => {
    const connections = index.get(key);
    connections?.delete(connection);
    if (connections?.size === 0) index.delete(key);
  };

  return {
    add(connection) {
      all.add(connection);
      addTo(patients, connection.caller.patientId, connection);
      addTo(sessions, connection.caller.sessionId, connection);
    },
    remove(connection) {
      all.delete(connection);
      removeFrom(patients, connection.caller.patientId, connection);
      removeFrom(sessions, connection.caller.sessionId, connection);
    },
    // A copy: the caller may close some while iterating.
    ofPatient: (patientId) => [...(patients.get(patientId) ?? [])],
    ofSession: (sessionId) => [...(sessions.get(sessionId) ?? [])],
    countOf: (patientId) => patients.get(patientId)?.size ?? 0,
    all: () => [...all],
    size: () => all.size,
  };
}
