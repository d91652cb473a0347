import { useLocation } from "wouter";
import { findRoute } from "#app/router/find-route.ts";
import { settings } from "#app/api/settings.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { GrowingSeed } from "#app/ui/illustrations/growing-seed.tsx";
import { Row } from "#app/ui/stack.tsx";
import { laterPages } from "./later-pages.ts";

/** A page that is not there yet: says so, and where to go meanwhile. */
export default function LaterPage() {
  const [path] = useLocation();
  const page = findRoute(laterPages, path);
  const { supportemail } = settings.brand;
  return (
    <EmptyState
      level={1}
      illustration={<GrowingSeed />}
      title={page?.title ?? "Growing soon"}
      action={
        <Row>
          <ButtonLink href="/home">Go home</ButtonLink>
          {supportemail && (
            <ButtonLink variant="secondary" href={`mailto:${supportemail}`}>
              Write to us
            </ButtonLink>
          )}
        </Row>
      }
    >
      {page?.text ?? "This page is still growing."} Meanwhile you find your plan and your orders at home, and we answer
      your mails.
    </EmptyState>
  );
}
