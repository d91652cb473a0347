import { connect } from "node:net";

/** Whether something listens at the host of `url`, at its port or at this one, within a second. */
export function reachable(url: string, port: number): Promise<boolean> {
  const at = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: at.hostname, port: Number(at.port || port), timeout: 1000 });
    const done = (answer: boolean) => (socket.destroy(), resolve(answer));
    socket
      .on("connect", () => done(true))
      .on("error", () => done(false))
      .on("timeout", () => done(false));
  });
}
