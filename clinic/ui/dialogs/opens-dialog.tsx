import { type ReactNode, useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { Said } from "../page.tsx";

/** A quiet button that opens a dialog, and what the dialog says once it is done. */
export function OpensDialog({
  label,
  children,
}: {
  label: string;
  children: (dialog: { readonly onClose: () => void; readonly onDone: (text: string) => void }) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const onClose = () => setOpen(false);
  return (
    <>
      <Said>{said}</Said>
      <Button
        variant="quiet"
        onClick={() => {
          setSaid("");
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {open &&
        children({
          onClose,
          onDone: (text) => {
            onClose();
            setSaid(text);
          },
        })}
    </>
  );
}
