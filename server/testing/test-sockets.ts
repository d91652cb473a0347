import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import type { Message } from "#contract/messages/message.ts";
import { socketPath, type SocketEvents } from "#contract/realtime.ts";
import { postMessage } from "#server/messages/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { TestServer } from "./harness.ts";

type Name = keyof SocketEvents;
type Events = { [N in Name]: (body: SocketEvents[N]) => void };

/** A browser's end of a socket that records every event. */
export interface TestSocket {
  readonly socket: Socket<Events, Record<string, (...args: unknown[]) => void>>;
  /** All events, in order of arrival. */
  readonly allReceived: () => readonly { readonly name: Name; readonly body: unknown }[];
  /** Bodies of an event, in order of arrival. */
  readonly received: <N extends Name>(name: N) => SocketEvents[N][];
  /** The first matching event, among those received and those to come. */
  readonly waitFor: <N extends Name>(name: N, matches?: (body: SocketEvents[N]) => boolean) => Promise<SocketEvents[N]>;
  /** Resolves with the reason once the connection has ended. */
  readonly ended: Promise<string>;
  readonly close: () => void;
}

/** Makes a test server listen; returns its address. */
export async function listen({ app }: Pick<TestServer, "app">): Promise<string> {
  if (!app.server.listening) await app.listen({ host: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** Connects a socket; throws the `connect_error` if it is refused. */
export async function connect(url: string, token: unknown, headers: Record<string, string> = {}): Promise<TestSocket> {
  const socket: TestSocket["socket"] = io(url, {
    path: socketPath,
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    ...(token === undefined ? {} : { auth: { token } }),
    extraHeaders: headers,
  });
  const events: { name: Name; body: unknown }[] = [];
  const listeners = new Set<() => void>();
  socket.onAny((name: Name, body: unknown) => {
    events.push({ name, body });
    for (const listener of listeners) listener();
  });
  const received = <N extends Name>(name: N) =>
    events.filter((event) => event.name === name).map(({ body }) => body as SocketEvents[N]);
  const ended = new Promise<string>((resolve) => socket.once("disconnect", (reason) => resolve(reason)));
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("disconnect", (reason) => reject(new Error(reason)));
    socket.once("connect_error", (error) => {
      socket.close();
      reject(error);
    });
  });
  return {
    socket,
    allReceived: () => events,
    received,
    ended,
    waitFor: (name, matches = () => true) =>
      new Promise((resolve) => {
        const checkListeners = () => {
          const found = received(name).find(matches);
          if (found === undefined) return;
          listeners.delete(checkListeners);
          resolve(found);
        };
        listeners.add(checkListeners);
        checkListeners();
      }),
    close: () => void socket.close(),
  };
}

/** The practice writes to the patient; returns the message. */
export const postClinicMessage = (
  { services }: Pick<TestServer, "services">,
  patientId: string,
  text: string,
  kind: "doctor" | "patient_services" = "doctor",
): Promise<Message> => {
  const author = kind === "doctor" ? ({ role: "doctor", doctorId: null } as const) : ({ role: kind } as const);
  return inTransaction(services, (tx) => postMessage(tx, { patientId, kind, author, text }));
};
