import type { Server, Socket } from "socket.io";
import type { SocketEvents, socketRequests } from "#contract/realtime.ts";
import type { Caller, VerifiedToken } from "../http/handler.ts";
import type { FeedCursor } from "./ports.ts";

type Sent = { [Name in keyof SocketEvents]: (body: SocketEvents[Name]) => void };
type Received = { [Name in keyof typeof socketRequests]: (body: unknown) => void };
type None = Record<never, never>;

/** What is known of a socket between its handshake and its connection. */
interface HandshakeData {
  token: VerifiedToken;
  cursor: FeedCursor;
}
export type PatientSocket = Socket<Received, Sent, None, HandshakeData>;
export type PatientSockets = Server<Received, Sent, None, HandshakeData>;

/** A connection's transport: what ws buffers for a slow reader, incoming data, and closing. Not in engine.io's types. */
export interface Transport {
  readonly socket?: {
    readonly bufferedAmount: number;
    readonly terminate: () => void;
    readonly on: (event: "message" | "ping" | "pong", listener: () => void) => unknown;
    readonly removeAllListeners: (event: "message") => unknown;
  };
}
export const transportOf = ({ conn }: Pick<PatientSocket, "conn">): Transport => conn.transport as unknown as Transport;

/** Writes all frames of one flush of a connection to the network at once, instead of one write each. */
export function writeFlushAtOnce(conn: PatientSocket["conn"]): void {
  const { socket } = conn.request;
  conn.on("flush", () => socket.cork()).on("drain", () => socket.uncork());
}

/** Sends everything `emit` sends to a connection in one flush; engine.io would flush the first event before it has the others. */
export function flushOnce({ conn }: Pick<PatientSocket, "conn">, emit: () => void): void {
  const { transport } = conn;
  // A write under way ends with a flush of what was added meanwhile.
  if (!transport.writable) return emit();
  transport.writable = false;
  try {
    emit();
  } finally {
    transport.writable = true;
    transport.emit("ready");
  }
}

/** How long a browser may take to receive the last packets, in milliseconds. */
const closeTimeoutMs = 1000;

/** Terminates a connection that was told why, or asked to close: a regular close waits half a minute for a browser that does not answer. */
export function terminateAfterTimeout(socket: Pick<PatientSocket, "conn">): void {
  setTimeout(() => transportOf(socket).socket?.terminate(), closeTimeoutMs).unref();
}

/** One open socket of a patient. */
export interface Connection {
  readonly socket: PatientSocket;
  readonly caller: Caller;
  /** When its token expires, in ms since the epoch; updated with each renewal. */
  tokenExpiresAt: number;
}
