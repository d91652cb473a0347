import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";

/** A lazy part of a page: nothing while it loads, and its error in its place. Another `place` retries. */
export const LazySection = ({ place: resetKey, children }: { place: string; children: ReactNode }) => (
  <ErrorBoundary place={resetKey} inside>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);
