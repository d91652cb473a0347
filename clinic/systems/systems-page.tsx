import { useLocation } from "wouter";
import { usePermissions } from "#clinic/session/current.ts";
import { Page } from "#clinic/ui/page.tsx";
import { Tabs } from "#clinic/ui/table/tabs.tsx";
import { integrations } from "#contract/integrations/calls.ts";
import { permits } from "#contract/policy/policy.ts";
import { KeysTab } from "./keys-tab.tsx";
import { OutsideTab } from "./outside-tab.tsx";
import { WebhooksTab } from "./webhooks-tab.tsx";

const keysPath = "/clinic/systems";
const webhooksPath = "/clinic/systems/webhooks";
const outsidePath = "/clinic/systems/outside";

/** What connects the practice's systems: their keys, what they are told, and how those outside fare. */
export function SystemsPage() {
  const [path] = useLocation();
  const permissions = usePermissions();
  const tabs = [
    ...(permits(permissions, integrations.keys.access.needs) ? [{ path: keysPath, label: "Keys" }] : []),
    ...(permits(permissions, integrations.webhooks.access.needs) ? [{ path: webhooksPath, label: "Webhooks" }] : []),
    ...(permits(permissions, integrations.outsideSystems.access.needs)
      ? [{ path: outsidePath, label: "Outside systems" }]
      : []),
  ];
  const current = tabs.find((tab) => tab.path === path)?.path ?? tabs[0]?.path ?? keysPath;
  return (
    <Page title="Systems">
      <Tabs label="Parts of systems" current={current} tabs={tabs} />
      {current === webhooksPath ? <WebhooksTab /> : current === outsidePath ? <OutsideTab /> : <KeysTab />}
    </Page>
  );
}
