import { expect, test as base } from "../fixtures.ts";
import { databaseServerAnswers } from "../database.ts";
import { port } from "../settings.ts";
import { watch } from "../watch.ts";
import { type Line, openLine } from "./line.ts";
import { type Nodes, startNodes } from "./nodes.ts";

/** One node on the embedded database, or two on a database server. */
type Count = 1 | 2;

interface OfTheTalk {
  readonly nodes: Nodes;
  /** Between her browser and the nodes. The care team's calls do not go over it. */
  readonly line: Line;
}

/** What a browser says of a connection that is gone, and of a message sent again while the server is still busy with it. */
const expected = [/ERR_(?:CONNECTION|EMPTY|NETWORK|SOCKET|INCOMPLETE)/, /WebSocket/, /409 \(Conflict\) .*\/message\)$/];

/** Nodes of its own, and a patient whose connection to them can be cut. */
export const test = base.extend<OfTheTalk & { readonly count: Count }>({
  count: [1, { option: true }],
  nodes: async ({ count }, hand, info) => {
    const possible = count === 1 || (await databaseServerAnswers());
    if (!possible) console.log("!!! No PostgreSQL server answers: the conversation on two nodes is NOT run. !!!");
    info.skip(!possible, "several nodes need a PostgreSQL server");
    const near = port + 20 + 10 * count;
    const nodes = await startNodes(count, { port: near + 1, publicUrl: `http://localhost:${near}` });
    await hand(nodes);
    await nodes.stop();
  },
  line: async ({ nodes }, hand) => {
    const line = await openLine(nodes);
    await hand(line);
    await line.close();
  },
  api: async ({ playwright, nodes }, hand) => {
    const api = await playwright.request.newContext({ baseURL: nodes.url });
    await hand(api);
    await api.dispose();
  },
  page: async ({ browser, line: { url }, viewport }, hand) => {
    const troubles: string[] = [];
    const context = await browser.newContext({ baseURL: url, viewport });
    watch(context, { origins: [url], refusals: [], expected, troubles });
    await hand(await context.newPage());
    await context.close();
    expect(troubles, "console, errors and foreign requests").toEqual([]);
  },
});

export { expect };
