import type { Server, Socket } from "socket.io";
import type { SocketEvents, socketRequests } from "#contract/realtime.ts";
import type { Caller, VerifiedToken } from "../http/handler.ts";
import type { FeedCursor } from "./ports.ts";

type Sent = { [Name in keyof SocketEvents]: (body: SocketEvents[Name]) => void };
type Received = { [Name in keyof typeof socketRequests]: (body: unknown) => void };
type None = Record<never, never>;

/** What a socket knows between its handshake and its connection. */
interface HandshakeData {
  proof: VerifiedToken;
  place: FeedCursor;
}
export type PatientSocket = Socket<Received, Sent, None, HandshakeData>;
export type PatientSockets = Server<Received, Sent, None, HandshakeData>;

/** The transport of a connection: what ws holds back for one that does not read, what arrives, and its end. Not in engine.io's types. */
export interface Transport {
  readonly socket?: {
    readonly bufferedAmount: number;
    readonly terminate: () => void;
    readonly on: (event: "message" | "ping" | "pong", listener: () => void) => unknown;
    readonly removeAllListeners: (event: "message") => unknown;
  };
}
export const transportOf = ({ conn }: Pick<PatientSocket, "conn">): Transport => conn.transport as unknown as Transport;

/** Puts the frames of one flush of a connection into one write to the network; each would be one of its own. */
export function writeFlushAtOnce(conn: PatientSocket["conn"]): void {
  const { socket } = conn.request;
  conn.on("flush", () => socket.cork()).on("drain", () => socket.uncork());
}

/** Puts all that `emit` sends to a connection into one flush: engine.io would flush the first event by itself, before it has the others. */
export function flushOnce({ conn }: Pick<PatientSocket, "conn">, emit: () => void): void {
  const { transport } = conn;
  // What is being written already ends with a flush of what came meanwhile.
  if (!transport.writable) return emit();
  transport.writable = false;
  try {
    emit();
  } finally {
    transport.writable = true;
    transport.emit("ready");
  }
}

/** Time the last words to a browser have to arrive, in milliseconds. */
const closeTimeoutMs = 1000;

/** Ends a connection that was told why, or asked to close: a polite end waits half a minute for a browser that does not answer. */
export function terminateAfterTimeout(socket: Pick<PatientSocket, "conn">): void {
  setTimeout(() => transportOf(socket).socket?.terminate(), closeTimeoutMs).unref();
}

/** One open socket of a patient. */
export interface Connection {
  readonly socket: PatientSocket;
  readonly caller: Caller;
  /** When its token ends, in ms since the epoch; moves with each renewal. */
  endsAt: number;
}
