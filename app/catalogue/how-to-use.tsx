import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import css from "./how-to-use.module.css";
import { type Use, drawnUse } from "./uses.ts";

/** Decorative, so a drawing that cannot be loaded is left out. */
const UseDrawing = lazy((): Promise<{ default: ComponentType<{ use: Use }> }> =>
  import("./use-drawing.tsx").catch(() => ({ default: () => null })),
);

/** How a product is used, in words, beside a drawing of it. `picture` is the product's, as the catalogue names it; null: nothing is to be used now. */
export function HowToUse({ picture, children }: { picture: string | null; children: ReactNode }) {
  const use = picture === null ? null : drawnUse(picture);
  return (
    <div className={css["how"]}>
      <div className={css["words"]}>
        <p className={css["heading"]}>How to use it</p>
        {children}
      </div>
      {use && (
        <div className={css["drawing"]}>
          <Suspense fallback={null}>
            <UseDrawing use={use} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
