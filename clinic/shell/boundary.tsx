import { Component, type ReactNode } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Page } from "#clinic/ui/page.tsx";

/** A page that failed, or whose code did not load, takes nothing else with it. `otherwise` is shown in place of the text. */
export class Boundary extends Component<{ children: ReactNode; otherwise?: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.otherwise !== undefined) return this.props.otherwise;
    return (
      <Page title="This page couldn’t be shown">
        <p role="alert">Something went wrong on our side. Please reload the page.</p>
        <div>
          <Button onClick={() => location.reload()}>Reload</Button>
        </div>
      </Page>
    );
  }
}
