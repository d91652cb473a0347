import { Component, type ReactNode } from "react";
import { reportError } from "#app/api/call.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";

/** Catches a screen that failed to render or load. The cart is stored, so a reload continues. */
export class WidgetErrorBoundary extends Component<
  { place: string; children: ReactNode },
  { failedAt: string | null }
> {
  override state = { failedAt: null as string | null };

  static getDerivedStateFromProps(props: { place: string }, state: { failedAt: string | null }) {
    return state.failedAt === null || state.failedAt === props.place ? null : { failedAt: null };
  }

  override componentDidCatch(error: unknown) {
    reportError(error instanceof Error ? error.name : "Error", error);
    this.setState({ failedAt: this.props.place });
  }

  static getDerivedStateFromError() {
    return { failedAt: "" };
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children;
    return (
      <Alert
        kind="warning"
        title="This part did not load"
        actions={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        Your connection may have dropped. Your cart is kept.
      </Alert>
    );
  }
}
