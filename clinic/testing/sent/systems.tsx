import type { SentRow } from "#app/testing/screens/what-is-sent.tsx";
import { eventNames, scopeNames } from "#clinic/systems/system-labels.ts";
import { SystemsPage } from "#clinic/systems/systems-page.tsx";
import { staffId } from "#clinic/testing/staff.ts";
import { keyCalls } from "#contract/integrations/keys.ts";
import { outsideCalls } from "#contract/integrations/outside.ts";
import { type WebhookEndpoint, webhookCalls } from "#contract/integrations/webhooks.ts";
import { asMember, type Server } from "./as-member.tsx";

const url = (at: number) => `https://hooks.example.com/${at}`;

function systems(server: Server, tab: "" | "/webhooks" | "/outside", change: Partial<WebhookEndpoint> = {}) {
  server.answer(keyCalls.keys, {
    items: [0, 1].map((at) => ({
      ...{ id: staffId(600 + at), name: `System ${at}`, scopes: ["patients" as const], ending: `000${at}` },
      ...{ createdat: "2026-11-01T12:00:00Z", expiresat: null, revokedat: null, lastusedat: null },
    })),
  });
  server.answer(webhookCalls.webhooks, {
    items: [0, 1].map((at) => ({
      ...{
        id: staffId(610 + at),
        url: url(at),
        description: "",
        types: null,
        createdat: `2026-11-0${at + 1}T12:00:00Z`,
      },
      ...{ disabledat: null, disabledby: null, failingsince: null, waiting: 0, failed: 0, previoussecretuntil: null },
      ...(at === 1 && change),
    })),
  });
  server.answer(webhookCalls.webhookDeliveries, { items: [], nextpage: null });
  server.answer(outsideCalls.outsideSystems, { items: [] });
  return asMember(server, <SystemsPage />, { at: `/clinic/systems${tab}` });
}
const webhooks =
  (change: Partial<WebhookEndpoint> = {}) =>
  (server: Server) =>
    systems(server, "/webhooks", change);

const keyRow = (scope: string, label: string): SentRow => ({
  from: "clinic/systems/keys-tab.tsx integrations.createKey",
  ...{ about: scope, isChoice: scope !== "patients" },
  show: (server) => systems(server, ""),
  act: async ({ press, fill }) => {
    await press("Make a key");
    await fill("What will use it", `What uses ${scope}`);
    await press(label);
    await press("Make the key");
  },
  dialog: "Make a key",
  sends: { body: { name: `What uses ${scope}`, scopes: [scope] } },
});

const webhookRow = (about: string, description: string, types: readonly string[]): SentRow => ({
  from: "clinic/systems/webhook-form.tsx integrations.createWebhook",
  about,
  show: webhooks(),
  act: async ({ press, fill }) => {
    await press("Add a webhook");
    await fill("Address", "https://new.example.com");
    if (description !== "") await fill("What it is", description);
    for (const type of types) await press(eventNames[type as keyof typeof eventNames]);
    await press("Add it");
  },
  dialog: "Add a webhook",
  sends: {
    body: {
      url: "https://new.example.com",
      ...(description !== "" && { description }),
      ...(types.length > 0 && { types }),
    },
  },
});

const second = { params: { id: staffId(611) } };

export const systemRows: readonly SentRow[] = [
  ...Object.entries(scopeNames).map(([scope, label]) => keyRow(scope, label)),
  {
    from: "clinic/systems/keys-tab.tsx integrations.rotateKey",
    show: (server) => systems(server, ""),
    act: async ({ press }) => {
      await press("Replace System 1");
      await press("Make the new key");
    },
    dialog: "Replace the key System 1?",
    sends: { params: { id: staffId(601) }, body: {} },
  },
  {
    from: "clinic/systems/keys-tab.tsx integrations.revokeKey",
    show: (server) => systems(server, ""),
    act: async ({ press }) => {
      await press("End System 1");
      await press("End it");
    },
    dialog: "End the key System 1?",
    sends: { params: { id: staffId(601) }, body: {} },
  },
  webhookRow("all events", "", []),
  webhookRow("every event there is", "Our system", Object.keys(eventNames)),
  {
    from: "clinic/systems/webhooks-tab.tsx integrations.updateWebhook",
    about: "off",
    show: webhooks(),
    act: async ({ press }) => {
      await press(`Switch off: ${url(1)}`);
      await press("Switch off");
    },
    dialog: "Switch this webhook off?",
    sends: { ...second, body: { enabled: false } },
  },
  {
    from: "clinic/systems/webhooks-tab.tsx integrations.updateWebhook",
    about: "on",
    show: webhooks({ disabledat: "2026-11-23T12:00:00Z", disabledby: "practice" }),
    act: ({ press }) => press(`Switch on: ${url(1)}`),
    sends: { ...second, body: { enabled: true } },
  },
  {
    from: "clinic/systems/webhooks-tab.tsx integrations.deleteWebhook",
    show: webhooks(),
    act: async ({ press }) => {
      await press(`Remove: ${url(1)}`);
      await press("Remove");
    },
    dialog: "Remove this webhook?",
    sends: second,
  },
  {
    from: "clinic/systems/webhooks-tab.tsx integrations.rotateWebhookSecret",
    show: webhooks(),
    act: async ({ press }) => {
      await press(`Replace secret: ${url(1)}`);
      await press("Make the new secret");
    },
    dialog: "Replace the secret?",
    sends: { ...second, body: {} },
  },
  {
    from: "clinic/systems/deliveries-dialog.tsx integrations.replayWebhook",
    show: webhooks({ failed: 4 }),
    act: async ({ press }) => {
      await press(`Deliveries: ${url(1)}`);
      await press("Send what was given up again");
    },
    dialog: "Deliveries",
    sends: { ...second, body: { failedsince: "2026-11-02T12:00:00Z" } },
  },
  {
    from: "clinic/systems/deliveries-dialog.tsx integrations.resumeWebhook",
    show: webhooks({ failingsince: "2026-11-23T12:00:00Z" }),
    act: async ({ press }) => {
      await press(`Deliveries: ${url(1)}`);
      await press("Try now");
    },
    dialog: "Deliveries",
    sends: { ...second, body: {} },
  },
  {
    from: "clinic/systems/outside-tab.tsx integrations.probeOutside",
    show: (server) => systems(server, "/outside"),
    act: ({ press }) => press("Check now"),
    sends: { body: {} },
  },
];
