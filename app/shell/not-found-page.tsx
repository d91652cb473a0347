import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { MapPinPlant } from "#app/ui/illustrations/map-pin-plant.tsx";
import { BrandLogo } from "./brand-logo.tsx";
import css from "./lone-page.module.css";

export default function NotFoundPage() {
  return (
    <div className={css["page"]}>
      <header>
        <a className={css["logo"]} href="/home">
          <BrandLogo />
        </a>
      </header>
      <main className={css["main"]}>
        <EmptyState
          level={1}
          illustration={<MapPinPlant />}
          title="There's no page here"
          action={<ButtonLink href="/home">Back to your dashboard</ButtonLink>}
        >
          The address may be mistyped, or the page has moved.
        </EmptyState>
      </main>
    </div>
  );
}
