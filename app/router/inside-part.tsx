import { type ReactNode, Suspense } from "react";
import { ErrorBoundary } from "./error-boundary.tsx";

/** A lazy part of a page: nothing while it comes, and in its place what went wrong with it. Another `place` is a new try. */
export const LazySection = ({ place: resetKey, children }: { place: string; children: ReactNode }) => (
  <ErrorBoundary place={resetKey} inside>
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);
