import { connect } from "node:net";

/** Whether something listens at the host of `url`, at its port or `port` by default, within a second. */
export function isReachable(url: string, port: number): Promise<boolean> {
  const address = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: address.hostname, port: Number(address.port || port), timeout: 1000 });
    const done = (answer: boolean) => (socket.destroy(), resolve(answer));
    socket
      .on("connect", () => done(true))
      .on("error", () => done(false))
      .on("timeout", () => done(false));
  });
}
