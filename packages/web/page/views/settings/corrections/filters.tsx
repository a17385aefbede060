import { useId } from "preact/hooks"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { useRead } from "../../../data/useRead.ts"
import { messages } from "../../../messages.ts"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { toast } from "../../../parts/notices/toast.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import type { Address } from "../../../router.tsx"
import { SettingsPage } from "../page.tsx"

const { filters, remove } = messages.settings

type Filters = Answer<"filters", "list">

const MakeFilter = ({ onMade }: { readonly onMade: () => void }) => {
  const id = useId()
  const { failure, run, working } = useCommand()
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const sent = await run(() =>
      send("POST", "/v1/listening/admin/filters", Object.fromEntries(new FormData(form))),
    )
    if (sent === undefined || sent.failure !== undefined) return
    form.reset()
    onMade()
  }
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      <div class="form-row">
        <div>
          <label for={`${id}-kind`}>{filters.kind}</label>
          <select id={`${id}-kind`} name="kind">
            {(["artist", "album", "track"] as const).map((kind) => (
              <option key={kind} value={kind}>
                {filters.kinds[kind]}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label for={`${id}-match`}>{filters.match}</label>
          <select id={`${id}-match`} name="match">
            {(["exact", "pattern"] as const).map((match) => (
              <option key={match} value={match}>
                {filters.matches[match]}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div>
        <label for={`${id}-value`}>{filters.value}</label>
        <input
          id={`${id}-value`}
          name="value"
          required
          maxLength={500}
          autocomplete="off"
          aria-describedby={`${id}-value-hint`}
        />
        <p id={`${id}-value-hint`} class="quiet small">
          {filters.valueHint}
        </p>
      </div>
      <div>
        <label for={`${id}-reason`}>{filters.reason}</label>
        <input id={`${id}-reason`} name="reason" maxLength={500} autocomplete="off" />
      </div>
      <CommandError failure={failure} />
      <p>
        <button type="submit" class="button button-main" disabled={working}>
          {filters.create}
        </button>
      </p>
    </form>
  )
}

/** Shows what a rule hides again, at once and with a way back. */
const RemoveFilter = ({
  again,
  one: { id, kind, match, reason, value },
}: {
  readonly one: Filters["data"][number]
  readonly again: () => void
}) => {
  const { failure, run, working } = useCommand()
  const takeAway = async () => {
    const sent = await run(() => send("DELETE", `/v1/listening/admin/filters/${id}`))
    if (sent === undefined || sent.failure !== undefined) return
    again()
    toast(filters.removed(value), async () => {
      const undone = await send("POST", "/v1/listening/admin/filters", { kind, match, reason, value })
      again()
      return undone
    })
  }
  return (
    <>
      <button type="button" class="plain" disabled={working} onClick={() => void takeAway()}>
        {remove}
      </button>
      <CommandError failure={failure} />
    </>
  )
}

const FilterList = ({ page }: { readonly page: number }) => {
  const path = `/v1/listening/admin/filters?limit=50&page=${page}`
  const read = useRead<Filters>(path)
  const again = () => readAgain(path)
  return (
    <>
      <section>
        <h2>{filters.make}</h2>
        <MakeFilter onMade={again} />
      </section>
      <section>
        <h2>{filters.list}</h2>
        <Shown path={path} read={read}>
          {({ data, pagination }) => (
            <>
              {data.length === 0 ? <EmptyState title={filters.none} hint={filters.noneHint} /> : undefined}
              <ul class="lines">
                {data.map((one) => (
                  <li key={one.id}>
                    <div class="settings-text">
                      <span class={one.match === "pattern" ? "part-name" : "entry-title"}>{one.value}</span>
                      <span class="quiet">
                        {filters.kinds[one.kind]}, {filters.matches[one.match]}
                      </span>
                      {one.reason === "" ? undefined : <span class="small">{one.reason}</span>}
                      <span class="quiet small">
                        <Time at={one.created_at} as="day" />
                      </span>
                    </div>
                    <RemoveFilter one={one} again={again} />
                  </li>
                ))}
              </ul>
              <Pages pagination={pagination} />
            </>
          )}
        </Shown>
      </section>
    </>
  )
}

/** Rules that leave music out of tops and now playing. */
const Filters = ({ query }: Address) => (
  <SettingsPage name="filters">
    <FilterList page={pageIn(query)} />
  </SettingsPage>
)

export default Filters
