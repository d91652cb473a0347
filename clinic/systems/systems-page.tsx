import { useLocation } from "wouter";
import { useScopes } from "#clinic/session/current.ts";
import { Page } from "#clinic/ui/page.tsx";
import { Tabs } from "#clinic/ui/table/tabs.tsx";
import { KeysTab } from "./keys-tab.tsx";
import { WebhooksTab } from "./webhooks-tab.tsx";

const keysPath = "/clinic/systems";
const webhooksPath = "/clinic/systems/webhooks";

/** What connects the practice's systems: their keys, and what they are told. */
export function SystemsPage() {
  const [path] = useLocation();
  const held = useScopes();
  const tabs = [
    ...(held.includes("keys") ? [{ path: keysPath, label: "Keys" }] : []),
    ...(held.includes("events") ? [{ path: webhooksPath, label: "Webhooks" }] : []),
  ];
  const current = tabs.find((tab) => tab.path === path)?.path ?? tabs[0]?.path ?? keysPath;
  return (
    <Page title="Systems">
      <Tabs label="Parts of systems" current={current} tabs={tabs} />
      {current === webhooksPath ? <WebhooksTab /> : <KeysTab />}
    </Page>
  );
}
