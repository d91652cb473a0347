import type { PGlite } from "@electric-sql/pglite";
import { channels, type Follow } from "./channels.ts";

/** Signals of the embedded database: its only process is this one, so none is ever missed. */
export const followEmbedded =
  (lite: PGlite): Follow =>
  (heard, begun) => {
    const listening = Promise.all(channels.map((channel) => lite.listen(channel, (id) => heard(channel, id))));
    listening.then(begun, () => undefined);
    return async () => {
      const leaves = await listening.catch(() => []);
      if (!lite.closed) await Promise.all(leaves.map((leave) => leave()));
    };
  };
