import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";

/** Shown while the follow-up loads, and if it fails. */
export function FollowupLoading({ problem, onRetry }: { problem: string | null; onRetry: () => void }) {
  if (problem === null) return <Skeleton label="Opening your review" />;
  return (
    <ErrorState title="We could not open your review" level={3} illustration={<GrowingSeed />} onRetry={onRetry}>
      {problem}
    </ErrorState>
  );
}
