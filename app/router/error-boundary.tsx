import { Component, type ReactNode, Suspense } from "react";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { reportError } from "#app/api/call.ts";
import { ChunkLoadError } from "./load-chunk.ts";
import { MessagePage } from "./message-page.tsx";
import { ChunkErrorPage } from "./chunk-error.tsx";

/** Catches and reports an error of a page, and offers a way on. Another `resetKey` retries. */
export class ErrorBoundary extends Component<
  { resetKey: string; withinShell?: boolean; children: ReactNode },
  { error: unknown; resetKey: string }
> {
  override state = { error: null as unknown, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: { resetKey: string }, state: { error: unknown; resetKey: string }) {
    return props.resetKey === state.resetKey ? null : { error: null, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown) {
    reportError(error instanceof Error ? error.name : "Error", error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { withinShell = false } = this.props;
    if (error instanceof ChunkLoadError) return <ChunkErrorPage withinShell={withinShell} />;
    return (
      <MessagePage
        withinShell={withinShell}
        title="Something went wrong on our side"
        action={
          <>
            <Button onClick={() => location.reload()}>Reload the page</Button>
            <ButtonLink variant="secondary" href="/home">
              Go home
            </ButtonLink>
          </>
        }
      >
        We've been told about it. We saved what you typed. Reload to continue.
      </MessagePage>
    );
  }
}

/** A lazy part of a page: nothing while it loads, and its error in its place. Another `resetKey` retries. */
export const LazySection = ({ resetKey, children }: { resetKey: string; children: ReactNode }) => (
  <ErrorBoundary resetKey={resetKey} withinShell>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);
