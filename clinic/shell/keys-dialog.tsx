import { type Permission, permits } from "#contract/policy/policy.ts";
import { Switch } from "#app/ui/forms/choices/switch.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { caseActions, caseKeys } from "#clinic/work/case-keys.ts";
import { usePermissions } from "#clinic/session/current.ts";
import { Modal } from "#clinic/ui/dialogs/modal.tsx";
import css from "./shell.module.css";
import type { PageEntry } from "./pages.tsx";
import { singleKeys, useSingleKeys } from "./single-keys.ts";

type KeyRow = readonly [keys: string, what: string];

/** Keys of the pages somebody with these permissions works on. A key that several pages have does the same on each. */
function pageKeys(permissions: readonly Permission[]): readonly KeyRow[] {
  const has = (...needs: readonly Permission[]) => permits(permissions, needs);
  const rows: readonly KeyRow[] = [
    ...(has("write:prescribing")
      ? caseActions.map((action): KeyRow => [caseKeys[action].key, caseKeys[action].label])
      : []),
    ...(has("write:doctor_conversation", "write:services_conversation")
      ? ([
          ["r", "Answer a message"],
          ["c", "Answers given often"],
          ["h", "Send something to read"],
          ["t", "Take the conversation"],
          ["e", "Next that waits"],
        ] as const)
      : []),
    ...(has("write:dispensing")
      ? ([
          ["x", "Select the row"],
          ["p", "Pack with lot numbers"],
          ["s", "Mark as shipped"],
          ["d", "Mark as delivered"],
          ["b", "Mark as come back"],
          ["l", "Print labels"],
          ["o", "Print leaflets"],
        ] as const)
      : []),
    ...(has("write:tasks") ? ([["q", "Add a task or ask a question"]] as const) : []),
  ];
  return rows.filter(([key], index) => rows.findIndex(([other]) => other === key) === index);
}

/** All keys, and the switch that turns them off. */
export function KeysDialog({ pages, onClose }: { pages: readonly PageEntry[]; onClose: () => void }) {
  const on = useSingleKeys();
  const rows: readonly KeyRow[] = [
    ...pages.map(({ letter, label }) => [`g ${letter}`, `Go to ${label}`] as const),
    ["/", "Find a patient; in Dispensing and Money, an order"],
    ["j k", "Next and previous row"],
    ["Enter", "Open the row"],
    ...pageKeys(usePermissions()),
    ["g l", "Lock"],
    ["?", "Show these keys"],
    ["Esc", "Close a dialog"],
  ];
  return (
    <Modal title="Keys" onClose={onClose}>
      <Stack gap={5}>
        <dl className={css["keys"]}>
          {rows.map(([keys, what]) => (
            <div key={keys}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <Switch label="Keys on this computer" checked={on} onChange={(event) => singleKeys.set(event.target.checked)} />
      </Stack>
    </Modal>
  );
}
