import { recordProblems } from "../../checks/problems.ts";
import { expect, test as base } from "../../fixtures.ts";
import { databaseServerAnswers } from "../../servers/database.ts";
import { type Nodes, startNodes } from "../../servers/nodes.ts";
import { port } from "../../settings.ts";
import { type CuttableConnection, openCuttableConnection } from "./cuttable-connection.ts";

interface ConversationFixtures {
  readonly nodes: Nodes;
  /** Between the patient's browser and the nodes. The care team's calls bypass it. */
  readonly connection: CuttableConnection;
}

/** What a browser logs about a lost connection, and about a message sent again while the server is still processing it. */
const expectedProblems = [
  /ERR_(?:CONNECTION|EMPTY|NETWORK|SOCKET|INCOMPLETE)/,
  /WebSocket/,
  /409 \(Conflict\) .*\/message\)$/,
];

/** Gives each test its own nodes, and a patient whose connection to them can be cut. */
export const test = base.extend<ConversationFixtures>({
  nodes: async ({}, provide) => {
    const canBeTwo = process.env["TEST_DATABASE"] !== "embedded" && (await databaseServerAnswers());
    if (!canBeTwo) console.log("!!! No PostgreSQL server: the conversation runs on one node, which is not killed. !!!");
    const publicPort = port + 40;
    const nodes = await startNodes(canBeTwo ? 2 : 1, {
      port: publicPort + 1,
      publicUrl: `http://localhost:${publicPort}`,
    });
    await provide(nodes);
    await nodes.stop();
  },
  connection: async ({ nodes }, provide) => {
    const connection = await openCuttableConnection(nodes);
    await provide(connection);
    await connection.close();
  },
  api: async ({ playwright, nodes }, provide) => {
    const api = await playwright.request.newContext({ baseURL: nodes.url });
    await provide(api);
    await api.dispose();
  },
  page: async ({ browser, connection: { url }, viewport }, provide) => {
    const problems: string[] = [];
    const context = await browser.newContext({ baseURL: url, viewport });
    recordProblems(context, { origins: [url], expectedApiErrors: [], expectedProblems, problems });
    await provide(await context.newPage());
    await context.close();
    expect(problems, "console, errors and foreign requests").toEqual([]);
  },
});

export { expect };
