import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useCommand } from "../../../data/useCommand.ts"
import { useRead } from "../../../data/useRead.ts"
import { messages } from "../../../messages.ts"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { toastHidden } from "../../../parts/edits/undoable.ts"
import { CommandError } from "../../../parts/notices/commandError.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { toast } from "../../../parts/notices/toast.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import type { Address } from "../../../router.tsx"
import { LabelledInput, LabelledSelect, MakeForm } from "../makeForm.tsx"
import { SettingsPage } from "../page.tsx"

const { filters, remove } = messages.settings

type Filters = Answer<"filters", "list">

const kinds = ["artist", "album", "track"] as const
const matches = ["exact", "pattern"] as const

const MakeFilter = ({ again }: { readonly again: () => void }) => {
  const onMade = ({ id, value }: Filters["data"][number], isNew: boolean) => {
    again()
    toastHidden(value, id, isNew, again)
  }
  return (
    <MakeForm
      path="/v1/listening/admin/filters"
      command={(_text, values) => Object.fromEntries(values)}
      onMade={onMade}
      button={filters.create}
    >
      <div class="form-row">
        <LabelledSelect
          label={filters.kind}
          name="kind"
          options={kinds.map((kind) => [kind, filters.kinds[kind]])}
        />
        <LabelledSelect
          label={filters.match}
          name="match"
          options={matches.map((match) => [match, filters.matches[match]])}
        />
      </div>
      <LabelledInput
        label={filters.value}
        hint={filters.valueHint}
        name="value"
        required
        maxLength={500}
        autocomplete="off"
      />
      <LabelledInput label={filters.reason} name="reason" maxLength={500} autocomplete="off" />
    </MakeForm>
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
        <MakeFilter again={again} />
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
