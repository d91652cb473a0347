import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { StandalonePage } from "#app/ui/layout/standalone-page.tsx";

export default function NotFoundPage() {
  return (
    <StandalonePage home="/home">
      <EmptyState
        level={1}
        illustration={<MapPinPlant />}
        title="There's no page here"
        action={<ButtonLink href="/home">Back to your dashboard</ButtonLink>}
      >
        The address may be misspelled, or the page has moved.
      </EmptyState>
    </StandalonePage>
  );
}
