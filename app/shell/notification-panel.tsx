import { EmptyState } from "#app/ui/empty-state.tsx";
import { MoonLeaves } from "#app/ui/illustrations/moon-leaves.tsx";
import { SidePanel } from "#app/ui/side-panel.tsx";

export default function NotificationPanel(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <SidePanel title="Notifications" {...props}>
      <EmptyState illustration={<MoonLeaves />} title="Not here yet" level={3}>
        Soon you see news here. Until then, we send them to your email.
      </EmptyState>
    </SidePanel>
  );
}
