import { useState } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { changed, readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { useRead } from "../../../data/useRead.ts"
import { shortDay } from "../../../format.ts"
import { itemPath } from "../../../items.ts"
import { messages } from "../../../messages.ts"
import { correctionIn, FieldInput } from "../../../parts/edits/correctField.tsx"
import type { Field } from "../../../parts/edits/correctFields.ts"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { toast } from "../../../parts/notices/toast.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import type { Address } from "../../../router.tsx"
import { SettingsPage } from "../page.tsx"
import { watchesFrom } from "../sources/waitingRow.ts"

const { waiting } = messages.settings

type Waiting = Answer<"attendingAdmin", "pending">
type Promoted = Answer<"attendingAdmin", "promote">

const fields: ReadonlyArray<Field> = [
  { name: "title", form: "text", choices: [] },
  { name: "event_date", form: "day", choices: [] },
  { name: "location", form: "text", choices: [] },
  { name: "performers", form: "names", choices: [] },
]

const Line = ({
  again,
  onPromoted,
  row,
}: {
  readonly row: Waiting["data"][number]
  readonly onPromoted: (made: Promoted) => void
  readonly again: () => void
}) => {
  const { failure, run, working } = useCommand()
  const told = watchesFrom(row.raw_data)
  const known: Readonly<Record<string, unknown>> = { ...told }
  const title = told.title === "" ? row.source_ref : told.title
  const path = `/v1/admin/attending/sources/${row.id}`
  const promote = async (event: SubmitEvent) => {
    event.preventDefault()
    const changes = correctionIn(fields, known, new FormData(event.currentTarget as HTMLFormElement))
    const sent = await run(() => send<Promoted>("POST", `${path}/promote`, changes))
    if (sent?.data !== undefined) onPromoted(sent.data)
  }
  const dismiss = async () => {
    const sent = await run(() => send("DELETE", path))
    if (sent === undefined || sent.failure !== undefined) return
    again()
    toast(waiting.dismissed(title), async () => {
      const undone = await send("POST", `${path}/restore`)
      again()
      return undone
    })
  }
  return (
    <li>
      <form class="waiting" onSubmit={(event) => void promote(event)}>
        <div class="settings-text">
          <span class="entry-title" dir="auto">
            {title}
          </span>
          <span class="quiet small">
            {[
              waiting.sources[row.source_type],
              told.event_date === "" ? "" : shortDay(told.event_date),
              told.location,
            ]
              .filter((word) => word !== "")
              .join(" · ")}
          </span>
          <details>
            <summary>{waiting.change}</summary>
            <div class="form">
              {fields.map((field) => (
                <FieldInput key={field.name} field={field} value={known[field.name]} />
              ))}
            </div>
          </details>
          <CommandError failure={failure} />
        </div>
        <div class="settings-do">
          <button
            type="button"
            class="plain"
            disabled={working}
            aria-label={waiting.dismissOf(title)}
            onClick={() => void dismiss()}
          >
            {waiting.dismiss}
          </button>
          <button type="submit" class="button" disabled={working}>
            {waiting.promote}
          </button>
        </div>
      </form>
    </li>
  )
}

const WaitingList = ({ page }: { readonly page: number }) => {
  const path = `/v1/admin/attending/sources?limit=20&page=${page}`
  const read = useRead<Waiting>(path)
  const [made, setMade] = useState<Promoted>()
  return (
    <>
      <div role="status">
        {made === undefined ? undefined : (
          <div class="banner">
            <p>
              {made.action === "inserted" ? waiting.made : waiting.joined}{" "}
              <a href={itemPath("attending", { type: "event", id: made.event_id }).slice(1)}>{waiting.see}</a>
            </p>
            {made.match_notes.map((note) => (
              <p key={note} class="quiet small">
                {note}
              </p>
            ))}
          </div>
        )}
      </div>
      <Shown path={path} read={read} lines={5}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState title={waiting.none} hint={waiting.noneHint} />
          ) : (
            <>
              <ul class="lines">
                {data.map((row) => (
                  <Line
                    key={row.id}
                    row={row}
                    again={() => readAgain(path)}
                    onPromoted={(one) => {
                      setMade(one)
                      changed("attending")
                      readAgain(path)
                    }}
                  />
                ))}
              </ul>
              <Pages pagination={pagination} />
            </>
          )
        }
      </Shown>
    </>
  )
}

/** Entries of calendars and emails that wait until somebody says that they are events. */
const WaitingEvents = ({ query }: Address) => (
  <SettingsPage name="waiting">
    <WaitingList page={pageIn(query)} />
  </SettingsPage>
)

export default WaitingEvents
