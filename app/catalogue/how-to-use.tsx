import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import css from "./how-to-use.module.css";
import { type Use, drawnUse } from "./uses.ts";

/** Decorative, so a drawing that cannot be loaded is left out. */
const UseDrawing = lazy((): Promise<{ default: ComponentType<{ use: Use }> }> =>
  import("./use-drawing.tsx").catch(() => ({ default: () => null })),
);

/** How a product is used, as a drawing; nothing for one that is not drawn. `picture` is the product's, as the catalogue names it. */
export function UsePicture({ picture }: { picture: string }) {
  const use = drawnUse(picture);
  return (
    use && (
      <div className={css["drawing"]}>
        <Suspense fallback={null}>
          <UseDrawing use={use} />
        </Suspense>
      </div>
    )
  );
}

/** How a product is used, in words, beside a drawing of it. `picture` is the product's, as the catalogue names it; null: nothing is to be used now. */
export const HowToUse = ({ picture, children }: { picture: string | null; children: ReactNode }) => (
  <div className={css["how"]}>
    <div className={css["words"]}>
      <p className={css["heading"]}>How to use it</p>
      {children}
    </div>
    {picture !== null && <UsePicture picture={picture} />}
  </div>
);
