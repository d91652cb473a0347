import { useState } from "react";
import { Button } from "#app/ui/actions/button.tsx";
import { ConfirmDialog } from "#app/ui/layout/overlays/confirm-dialog.tsx";
import { Dialog, DialogClose } from "#app/ui/layout/overlays/dialog.tsx";
import { ChevronDownIcon, UserIcon } from "#app/ui/brand/base-icons.tsx";
import { FileIcon, LeafIcon } from "#app/ui/brand/app-icons.tsx";
import { DoctorPortrait } from "#app/ui/brand/illustrations/doctor-portrait.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { Interstitial } from "#app/ui/layout/overlays/interstitial.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { Menu } from "#app/ui/actions/menu.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { Scale } from "#app/ui/forms/choices/scale.tsx";
import { Sheet } from "#app/ui/layout/overlays/sheet.tsx";
import { SidePanel } from "#app/ui/layout/overlays/side-panel.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { TermsCard } from "#app/growth/terms/terms-card.tsx";
import css from "./gallery.module.css";
import { Section, Example } from "./section.tsx";

const years = ["2026", "2025", "2024", "2023", "2022", "2021"].map((year) => ({ value: year, label: year }));

export function Overlays() {
  const [sheet, setSheet] = useState(false);
  const [asking, setAsking] = useState(false);
  const [terms, setTerms] = useState<"bottom" | "center" | null>(null);
  const [screen, setScreen] = useState<"wait" | "doctor" | null>(null);
  return (
    <Section id="overlays" title="On top of the page" lead="Escape closes, focus comes back to where it was.">
      <Example name="Dialog">
        <Dialog
          title="Download HSA Receipt"
          description="For Maria Vance."
          trigger={<Button variant="secondary">Open a dialog</Button>}
          actions={
            <>
              <Button>Download</Button>
              <DialogClose>
                <Button variant="secondary">Cancel</Button>
              </DialogClose>
            </>
          }
        >
          <Select label="Year" options={years} />
        </Dialog>
      </Example>
      <Example name="ConfirmDialog">
        <Opener onOpen={() => setAsking(true)}>Ask a question</Opener>
        <ConfirmDialog
          question="Are you sure you want to quit onboarding?"
          detail="Your answers are saved. You can go on later."
          open={asking}
          onOpenChange={setAsking}
          onConfirm={() => setAsking(false)}
        />
      </Example>
      <Example name="SidePanel">
        <SidePanel title="Notifications" trigger={<Button variant="secondary">Open the panel</Button>}>
          <Stack>
            {Array.from({ length: 9 }, (_, index) => (
              <div key={index}>
                <strong>Your treatment has shipped</strong>
                <p>It should arrive within four days. We will write again when it is there.</p>
                <Link href="#overlays" standalone>
                  See order {10482 - index}
                </Link>
              </div>
            ))}
          </Stack>
        </SidePanel>
      </Example>
      <Example name="Sheet">
        <Opener onOpen={() => setSheet(true)}>Open a sheet</Opener>
        <Sheet
          label="Your treatment review"
          head="At most 4 steps left"
          closeLabel="Later"
          open={sheet}
          onClose={() => setSheet(false)}
        >
          <Scale label="How likely are you to tell a friend about us?" min={1} max={10} />
        </Sheet>
      </Example>
      <Example name="Menu">
        <Menu
          align="start"
          header="Hello, Maria"
          trigger={
            <Button variant="secondary">
              <span className={css["inline"]}>
                Account menu <ChevronDownIcon />
              </span>
            </Button>
          }
          items={[
            { label: "Your Account", href: "#overlays", icon: <UserIcon /> },
            { label: "Medical Information", href: "#overlays", icon: <LeafIcon /> },
            { label: "Insurance Documents", href: "#overlays", icon: <FileIcon /> },
            { label: "Logout", onSelect: () => {}, hasDivider: true },
          ]}
        />
      </Example>
      <Example name="TermsCard">
        <Cluster>
          <Opener onOpen={() => setTerms("bottom")}>At the bottom</Opener>
          <Opener onOpen={() => setTerms("center")}>In the center</Opener>
        </Cluster>
        {terms && (
          <TermsCard title="Our terms have changed" position={terms} onAccept={() => setTerms(null)}>
            Please read the <Link href="#overlays">new terms</Link>. They say more clearly how we keep your answers
            private.
          </TermsCard>
        )}
      </Example>
      <Example name="Interstitial">
        <Cluster>
          <Opener onOpen={() => setScreen("wait")}>Waiting</Opener>
          <Opener onOpen={() => setScreen("doctor")}>With Continue</Opener>
        </Cluster>
        {screen && (
          <div className={css["full"]}>
            {screen === "wait" ? (
              <Interstitial illustration={<GrowingSeed />} title="We are reading your answers">
                This takes about ten seconds.
              </Interstitial>
            ) : (
              <Interstitial
                illustration={<DoctorPortrait />}
                title="Dr. Ellen Hart will care for you"
                onContinue={() => setScreen(null)}
              >
                She is an OB/GYN and has helped women through menopause for 22 years.
              </Interstitial>
            )}
          </div>
        )}
      </Example>
    </Section>
  );
}

function Opener({ onOpen, children }: { onOpen: () => void; children: string }) {
  return (
    <Button variant="secondary" onClick={onOpen}>
      {children}
    </Button>
  );
}
