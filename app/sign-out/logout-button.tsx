import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { signOut } from "./sign-out.ts";
import { Button } from "#app/ui/actions/button.tsx";

const LogoutDialog = lazyRoute(() => import("./logout-dialog.tsx")).Part;

/** Logs out after the usual confirmation. */
export function LogoutButton() {
  const [confirming, setConfirming] = useState(false);
  return (
    <div>
      <Button variant="secondary" onClick={() => setConfirming(true)}>
        Log out
      </Button>
      {confirming && (
        <Suspense fallback={null}>
          <LogoutDialog open onOpenChange={setConfirming} onConfirm={signOut} />
        </Suspense>
      )}
    </div>
  );
}
