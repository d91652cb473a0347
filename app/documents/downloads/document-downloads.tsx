import { Stack } from "#app/ui/layout/stack.tsx";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "#app/api/call.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { NotMine } from "#app/api/not-mine.tsx";
import { queryClient, queryKey, queryOf } from "#app/api/query.ts";
import { formatMonthDayOf } from "#app/formats/dates.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { account } from "#contract/account/calls.ts";
import { DocumentCard, Download, DownloadCard, type DocumentAbout } from "./document-card.tsx";
import { NdcLetterCard } from "./ndc-letter-card.tsx";
import css from "./downloads.module.css";
import { documents } from "#contract/documents/calls.ts";

const HsaReceiptDialog = lazyRoute(() => import("./hsa-receipt-dialog.tsx")).Part;

/** The documents a patient can download: receipts, letters, their medical record; and those of accounts that became one with theirs. */
export function DocumentDownloads() {
  const user = useQuery(queryOf(account.user, {}));
  const available = useQuery(queryOf(documents.available, {}));
  return (
    <Stack as="section" aria-labelledby="your-documents">
      <Heading level={2} id="your-documents" lead="For your HSA or FSA, your insurance or another doctor.">
        Your documents
      </Heading>
      {user.data ? (
        <DownloadCards
          patientId={user.data.id}
          hasLetter={available.data?.medicalletter}
          endOfCareLetterId={available.data?.endofcareletterid ?? null}
        />
      ) : user.error ? (
        <LoadError query={user} />
      ) : (
        <Skeleton shape="row" count={5} label="Loading your documents" />
      )}
      {available.data?.earlier.map(
        ({ id, mergedat, medicalletter: hasLetter, endofcareletterid: endOfCareLetterId }) => (
          <Stack key={id} as="section" aria-labelledby={`from-${id}`}>
            <Heading
              level={2}
              id={`from-${id}`}
              lead={`On ${formatMonthDayOf(mergedat)}, your two accounts became one. What you did in the other one is here.`}
            >
              From your other account
            </Heading>
            <DownloadCards patientId={id} hasLetter={hasLetter} endOfCareLetterId={endOfCareLetterId} isEarlier />
          </Stack>
        ),
      )}
    </Stack>
  );
}

function DownloadCards({
  patientId,
  hasLetter,
  endOfCareLetterId,
  isEarlier = false,
}: {
  patientId: string;
  /** Undefined while nobody knows. */
  hasLetter: boolean | undefined;
  endOfCareLetterId: string | null;
  /** Of an account that is closed: nothing more can be asked for in it. */
  isEarlier?: boolean;
}) {
  return (
    <Card className={css["cards"]}>
      <DividedList>
        {endOfCareLetterId !== null && (
          <DocumentCard
            picture="letter"
            title="Letter about the end of your care"
            description="What your doctor wrote to you about the day your care ends, and what to do next."
            file="PDF"
          >
            {(titleId) => (
              <>
                <Download request={{ kind: "endofcare", id: endOfCareLetterId }} titleId={titleId} />
                {!isEarlier && <LetterNotMine id={endOfCareLetterId} titleId={titleId} />}
              </>
            )}
          </DocumentCard>
        )}
        <ReceiptCard patientId={patientId} />
        <NdcLetterCard patientId={patientId} />
        {(hasLetter === true || !isEarlier) && (
          <MedicalLetterCard patientId={patientId} hasLetter={hasLetter} isEarlier={isEarlier} />
        )}
        <DocumentCard
          picture="record"
          title="Medical record"
          description="Your answers, plan, prescriptions and orders, to read or print."
          file="PDF, up to today"
        >
          {(titleId) => (
            <>
              <Download request={{ kind: "records", id: patientId }} titleId={titleId} />
              {!isEarlier && (
                <ButtonLink variant="quiet" href="/account-settings/share">
                  Share it with another doctor
                </ButtonLink>
              )}
            </>
          )}
        </DocumentCard>
        <DownloadCard
          picture="data"
          title="Record for another doctor’s system"
          description="The same record as a FHIR file. Another clinic’s computer can read it, so no one has to type it in again."
          file="Data file, up to today"
          request={{ kind: "fhir", id: patientId }}
        />
      </DividedList>
    </Card>
  );
}

function ReceiptCard({ patientId }: { patientId: string }) {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <DocumentCard
      picture="receipt"
      title="HSA and FSA receipts"
      description="What you paid for in a year, with everything a plan asks for: dates, prices and prescription numbers."
      file="PDF, one for each year"
    >
      {(titleId) => (
        <>
          <Button variant="secondary" aria-describedby={titleId} onClick={() => setOpen(true)}>
            Choose a year
          </Button>
          {open !== null && (
            <Suspense fallback={null}>
              <HsaReceiptDialog patientId={patientId} open={open} onOpenChange={setOpen} />
            </Suspense>
          )}
        </>
      )}
    </DocumentCard>
  );
}

/** Says that a letter isn't the patient's, and it can't be downloaded. */
const LetterNotMine = ({ id, titleId }: { id: string; titleId: string }) => (
  <NotMine
    question="Is this letter about somebody else?"
    detail="We'll hide it here right away, and a doctor will look into it. If it turns out to be yours, you'll see it again."
    titleId={titleId}
    report={async () => {
      await call(documents.reportLetter, { params: { id } });
      await queryClient.invalidateQueries({ queryKey: queryKey(documents.available) });
    }}
  />
);

const medicalLetter: DocumentAbout = {
  picture: "letter",
  title: "Medical letter",
  description: "A letter from your doctor. For example, it can show your HSA or FSA why you need a treatment.",
  file: "PDF",
};

/** The letter written by the patient's doctor; before there is one, how to ask for it. */
function MedicalLetterCard({
  patientId,
  hasLetter,
  isEarlier,
}: {
  patientId: string;
  hasLetter: boolean | undefined;
  isEarlier: boolean;
}) {
  const { isPending, data } = useQuery(queryOf(documents.available, {}));
  const isMissing = hasLetter === false;
  const letterId = isEarlier || isMissing ? null : (data?.letterid ?? null);
  // One card in each state, so that it stays open while the state loads.
  return (
    <DocumentCard
      {...medicalLetter}
      file={
        isMissing
          ? "Your doctor hasn't written one yet. Ask in a message, and say what you need it for."
          : medicalLetter.file
      }
    >
      {(titleId) =>
        isPending ? (
          <Skeleton count={1} label="" />
        ) : (
          <>
            {data?.letterreported === true && !isEarlier && (
              <Alert tone="info">
                You told us a letter isn't yours. We've hidden it, and a doctor is looking into it now.
              </Alert>
            )}
            {isMissing ? (
              <ButtonLink variant="secondary" href="/messages/doctor" aria-describedby={titleId}>
                Ask your doctor
              </ButtonLink>
            ) : (
              <Download request={{ kind: "letter", id: patientId }} titleId={titleId} />
            )}
            {letterId !== null && <LetterNotMine id={letterId} titleId={titleId} />}
          </>
        )
      }
    </DocumentCard>
  );
}
